import * as z from "zod";
import { investigate } from "../debugging/investigate.ts";
import type { Investigation } from "../debugging/reports.ts";
import { budgetTokens, deadlineSeconds, nodeId } from "./fields.ts";
import { answerFields, failureFields, passingTest, shapeOf, suspect, valueDifference } from "./shapes.ts";
import { defineTool } from "./tool.ts";

const orderDependence = z.looseObject({
  polluters: z.array(z.string()).describe("Tests that, run before it, make it fail"),
  minimal: z.boolean(),
  runs: z.int(),
});

const coverage = z.looseObject({
  tests: z.int(),
  passed: z.int(),
  failed: z.int(),
  complete: z.boolean(),
  tracer: z.string(),
  workers: z.int(),
  seconds: z.number(),
});

export const investigateTool = defineTool({
  name: "investigate",
  title: "Ranked suspects for a failing test",
  description: `Runs the failing test alone, then the suite under coverage, then compares values with the most similar passing \
test. Returns all that failure_context does, and suspect statements and functions in order, each with measured reasons \
and its plain Ochiai rank, value differences, and order dependence (which earlier tests make it fail).
Use it when failure_context leaves the cause open, or the test fails only within the suite. It runs the project's suite, \
most relevant test files first, until deadline_seconds; give more time for a slow suite.
Errors: as those of failure_context.`,
  searchHint: "root cause of a failing test, suspicious lines, fault localisation, flaky order",
  input: z.strictObject({
    node_id: nodeId,
    budget_tokens: budgetTokens,
    deadline_seconds: deadlineSeconds,
  }),
  output: shapeOf<Investigation>()(
    z.looseObject({
      ...answerFields,
      ...failureFields,
      suspects: z.array(suspect).describe("Statements, most suspicious first"),
      functions: z.array(suspect),
      differences: z.array(valueDifference),
      passing: passingTest.optional(),
      orderDependence: orderDependence.optional(),
      coverage: coverage.optional(),
      steps: z.array(z.string()).describe("What was done, and why"),
      evidence: z.string().optional().describe("Handle of the whole investigation"),
      seconds: z.number(),
    }),
  ),
  runsTests: true,
  run: (engine, input, call) => investigate(engine, { nodeId: input.node_id }, call),
});
