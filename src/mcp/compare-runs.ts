import * as z from "zod";
import { compareRuns } from "../debugging/compare-runs.ts";
import type { Comparison } from "../debugging/reports.ts";
import { budgetTokens, deadlineSeconds, nodeId } from "./fields.ts";
import { answerFields, oneSided, passingTest, shapeOf, valueDifference } from "./shapes.ts";
import { defineTool } from "./tool.ts";

export const compareRunsTool = defineTool({
  name: "compare_runs",
  title: "A failing test beside a passing one",
  description: `Runs a failing test and a passing one and returns the statements that only one of them executed, and values that \
differ at lines that both reached.
Use it when you know a test that works and should behave alike (name it in passing), or to see more of the difference \
than investigate shows. For the first look at a failure use failure_context or investigate.
Errors: a node id that names no file below the repository. A test that does not exist in it, cannot be collected, or \
does not behave as it should is no error: problem says so.`,
  searchHint: "difference between a failing and a passing test",
  input: z.strictObject({
    node_id: nodeId,
    passing: nodeId
      .optional()
      .describe("Node id of the test to compare with; without it the passing test that executes most of the same"),
    budget_tokens: budgetTokens,
    deadline_seconds: deadlineSeconds,
  }),
  output: shapeOf<Comparison>()(
    z.looseObject({
      failing: z.string(),
      passing: passingTest.optional(),
      problem: z.string().optional(),
      onlyFailing: oneSided.describe("Statements that only the failing test executed"),
      onlyPassing: oneSided,
      differences: z.array(valueDifference),
      ...answerFields,
    }),
  ),
  runsTests: true,
  run: (engine, input, call) =>
    compareRuns(
      engine,
      { nodeId: input.node_id, ...(input.passing === undefined ? {} : { passing: input.passing }) },
      call,
    ),
});
