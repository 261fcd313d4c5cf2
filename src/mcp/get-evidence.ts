import * as z from "zod";
import { getEvidence } from "../debugging/get-evidence.ts";
import type { EvidencePage } from "../debugging/reports.ts";
import { budgetTokens, deadlineSeconds } from "./fields.ts";
import { answerFields, shapeOf } from "./shapes.ts";
import { defineTool } from "./tool.ts";

export const getEvidenceTool = defineTool({
  name: "get_evidence",
  title: "What a budget left out",
  description: `Returns stored evidence by its handle, page by page: what an earlier answer lists in omitted, or a whole \
investigation (its evidence). Says in stale what has changed since it was measured. Runs nothing.
Use it when an answer's omitted names something that you need, instead of calling the same tool with a larger budget.
Errors: a handle behind which there is nothing, or nothing any more.`,
  searchHint: "fetch what a Faultline answer left out, by handle",
  input: z.strictObject({
    handle: z.string().min(1).max(200).describe("Such as ev_1f2e3d4c5b6a, from omitted or evidence of an answer"),
    from: z.int().min(0).default(0).describe("Where to go on: next of the page before"),
    budget_tokens: budgetTokens,
    deadline_seconds: deadlineSeconds,
  }),
  output: shapeOf<EvidencePage>()(
    z.looseObject({
      handle: z.string(),
      kind: z.string(),
      madeAt: z.string(),
      stale: z.array(z.string()).describe("What has changed since; empty while it is fresh"),
      text: z.string().describe("A part of the evidence as JSON text"),
      next: z.int().optional().describe("Where the next part begins; absent at the end"),
      ...answerFields,
    }),
  ),
  runsTests: false,
  run: (engine, input, call) => getEvidence(engine, { handle: input.handle, from: input.from }, call),
});
