import * as z from "zod";
import { failureAnswer } from "../debugging/failure-answer.ts";
import type { FailureAnswer } from "../debugging/reports.ts";
import { budgetTokens, deadlineSeconds, nodeId } from "./fields.ts";
import { answerFields, failureFields, shapeOf } from "./shapes.ts";
import { defineTool } from "./tool.ts";

export const failureContext = defineTool({
  name: "failure_context",
  title: "How a test fails, and where the bad value was made",
  description: `Runs one failing test alone under a tracer and returns its exception, project frames, the code at the crash and, \
for a bad value (None, missing key, wrong type, zero ...), the line where it was made and its way to the crash.
Use it first: it costs one run of one test. When it does not show the cause (a wrong result, no origin), use investigate.
status "passed" means that the test passes alone: investigate then looks for tests that pollute it.
Errors: a node id that names no file below the repository. A test that does not exist in it or cannot be collected is \
no error: status is then not-run, and problem says why.`,
  searchHint: "why a pytest test fails, traceback, where a None came from",
  loadFirst: true,
  input: z.strictObject({
    node_id: nodeId,
    budget_tokens: budgetTokens,
    deadline_seconds: deadlineSeconds,
  }),
  output: shapeOf<FailureAnswer>()(z.looseObject({ ...answerFields, ...failureFields })),
  runsTests: true,
  run: (engine, input, call) => failureAnswer(engine, { nodeId: input.node_id }, call),
});
