import * as z from "zod";
import { captureValues } from "../debugging/capture-values.ts";
import type { CapturedValues } from "../debugging/reports.ts";
import { budgetTokens, deadlineSeconds, nodeId } from "./fields.ts";
import { answerFields, place, shapeOf } from "./shapes.ts";
import { defineTool } from "./tool.ts";

const hit = place.extend({
  hit: z.int().describe("1 for the first time the line ran"),
  when: z.enum(["line", "return"]),
  values: z.array(z.looseObject({ name: z.string(), type: z.string(), value: z.string() })),
});

export const captureValuesTool = defineTool({
  name: "capture_values",
  title: "Values of variables at chosen lines",
  description: `Runs one test (failing or passing) and returns the local variables, and the attributes of self, just before chosen \
lines run, as a debugger at breakpoints would, without print statements in the code. Objects' own code (repr, \
properties) never runs; secrets are masked.
Use it to check a hypothesis about a suspect line. To have differing values found for you, use investigate or compare_runs.
Hits are in order of time, the latest first: it is nearest to the failure.
Errors: a place that is no line of a file below the repository. A test that does not exist or cannot be collected is no \
error: outcome is then not-run, and problem says why.`,
  searchHint: "values of variables at a line, debugger, breakpoint",
  input: z.strictObject({
    node_id: nodeId,
    at: z
      .array(z.string().min(3).max(4096))
      .min(1)
      .max(20)
      .describe("Lines to watch as path:line, relative to the repository, such as shop/cart.py:42"),
    names: z.array(z.string().min(1).max(200)).min(1).max(50).optional().describe("Only these variables"),
    max_hits: z
      .int()
      .min(1)
      .max(200)
      .default(10)
      .describe("Hits to keep of each line: the first half and the last half of them"),
    budget_tokens: budgetTokens,
    deadline_seconds: deadlineSeconds,
  }),
  output: shapeOf<CapturedValues>()(
    z.looseObject({
      ...answerFields,
      nodeId: z.string(),
      outcome: z.enum(["passed", "failed", "skipped", "not-run", "deadline"]),
      problem: z.string().optional(),
      notes: z.array(z.string()).describe("Such as a name that is not set at a line"),
      hits: z.array(hit).describe("The latest first"),
      notReached: z.array(z.string()).describe("Watched lines that the test did not reach"),
    }),
  ),
  runsTests: true,
  run: (engine, input, call) =>
    captureValues(
      engine,
      {
        nodeId: input.node_id,
        at: input.at,
        maxHits: input.max_hits,
        ...(input.names === undefined ? {} : { names: input.names }),
      },
      call,
    ),
});
