import * as z from "zod";
import { checkPatch } from "../debugging/check-patch.ts";
import type { PatchCheck } from "../debugging/reports.ts";
import { budgetTokens, deadlineSeconds, nodeId } from "./fields.ts";
import { answerFields, failureFacts, shapeOf } from "./shapes.ts";
import { defineTool } from "./tool.ts";

export const checkPatchTool = defineTool({
  name: "check_patch",
  title: "Did the edit fix the test, and break no other?",
  description: `Runs the failing test against the checkout as it is now, then the suite, and returns a verdict: fixed, \
fixed-but-broke-others, same-failure, new-failure, not-runnable or not-verified, with the tests that newly fail, and \
whether the test itself was edited. It never edits anything.
Use it after every edit that is meant to fix a test, before saying that it is fixed. It compares with what is on \
record: call failure_context or investigate before the edit, else a test that passes is only not-verified.
Errors: a node id that names no file below the repository. A test that does not exist in it or cannot be collected is \
no error: the verdict is then not-runnable.`,
  searchHint: "verify a fix, run tests after an edit, regressions",
  loadFirst: true,
  input: z.strictObject({
    node_id: nodeId,
    suite: z
      .enum(["all", "related", "none"])
      .optional()
      .describe("What runs besides; without it all once the test passes, else test files that mention what changed"),
    budget_tokens: budgetTokens,
    deadline_seconds: deadlineSeconds,
  }),
  output: shapeOf<PatchCheck>()(
    z.looseObject({
      nodeId: z.string(),
      verdict: z.enum([
        "fixed",
        "fixed-but-broke-others",
        "same-failure",
        "new-failure",
        "not-runnable",
        "not-verified",
      ]),
      summary: z.string(),
      failure: failureFacts.optional(),
      newlyBroken: z.array(z.string()),
      failingBefore: z.array(z.string()),
      failingUnknown: z.array(z.string()).describe("Nothing is known of before, or they pass alone"),
      gone: z.array(z.string()).describe("Passed before, and are not there any more"),
      changed: z.array(z.string()).describe("Files, since the failure was recorded"),
      testEdited: z.boolean().describe("The test, or a conftest of its, is among them"),
      suite: z.looseObject({
        ran: z.int(),
        passed: z.int(),
        failed: z.int(),
        complete: z.boolean(),
        seconds: z.number(),
      }),
      ...answerFields,
    }),
  ),
  runsTests: true,
  run: (engine, input, call) =>
    checkPatch(engine, { nodeId: input.node_id, ...(input.suite && { suite: input.suite }) }, call),
});
