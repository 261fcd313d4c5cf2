import { checkoutNow, dependingOn, readBaseline } from "./baseline.ts";
import { startClock } from "./clock.ts";
import type { Call, Engine } from "./engine.ts";
import { tellFailure } from "./failure-facts.ts";
import { packAnswer } from "./packing.ts";
import { editSince } from "./patch-edit.ts";
import { checkSuite, noSuite, type SuiteRequest } from "./patch-suite.ts";
import { patchTarget, runPatched } from "./patch-target.ts";
import { patchVerdict } from "./patch-verdict.ts";
import type { PatchCheck } from "./reports.ts";
import type { TestOutcome } from "./test-outcome.ts";

export interface CheckPatchRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
  /**
   * What of the suite runs besides. Without a word: all once the test passes, and while it fails the tests that
   * mention what was edited.
   */
  suite?: "all" | "related" | "none";
}

/** Part of the time that the test itself may take. */
const testShare = 0.5;

/**
 * Runs a test that failed, and then the suite, against the checkout as it is now, and says what an edit achieved.
 * Nothing in the checkout is changed.
 *
 * @throws FaultlineError `bad-request`; the reason of `call.signal`, once that is given
 */
export async function checkPatch(engine: Engine, request: CheckPatchRequest, call: Call): Promise<PatchCheck> {
  const clock = startClock(call);
  const { of, gone } = await patchTarget(engine, request.nodeId);
  const recorded = await readBaseline(engine, of.nodeId);
  const before = recorded?.baseline;
  const edit = await editSince(engine, of, recorded);
  const deadline = clock.left() * testShare;
  call.progress?.({ message: `running ${of.nodeId}` });
  const now = gone ?? (await runPatched(engine, of, call, { deadline, polluters: before?.polluters ?? [] }));
  const plan = suitePlan(now.status, edit.files.length > 0, request.suite);
  const suite = plan && (await checkSuite(engine, of, call, clock, { before, edited: edit.files, ...plan }));
  const { newlyBroken, failingBefore, failingUnknown, gone: goneTests, suite: counts } = suite ?? noSuite;
  const failure = now.failure && tellFailure(now.failure, engine.repo).facts;
  const answer = {
    nodeId: of.nodeId,
    ...patchVerdict({ now, deadline, before, edit, suite }),
    ...(failure && { failure }),
    newlyBroken,
    failingBefore,
    failingUnknown,
    gone: goneTests,
    suite: counts,
    changed: recorded ? edit.files : [],
    testEdited: edit.test !== "untouched",
  };
  return packAnswer("patch", answer, {
    state: engine.state,
    key: of.nodeId,
    fingerprint: async () => dependingOn(await checkoutNow(engine), new Set([of.path, ...edit.files])),
    budgetTokens: call.budgetTokens,
  });
}

/**
 * What of the suite runs, and which part of the time left it may take. What a test that cannot run, or says nothing, is
 * worth is not a matter of the others. Who waits for a test that still fails waits for that answer.
 */
function suitePlan(
  status: TestOutcome["status"],
  edited: boolean,
  wanted: CheckPatchRequest["suite"],
): Pick<SuiteRequest, "extent" | "share"> | undefined {
  if (status === "not-run" || status === "skipped" || status === "deadline" || wanted === "none") return undefined;
  if (wanted || status === "passed") return { extent: wanted ?? "all", share: 0.75 };
  return edited ? { extent: "related", share: 0.25 } : undefined;
}
