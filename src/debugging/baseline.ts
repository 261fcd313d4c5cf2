import type { AloneStatus } from "./reports.ts";

export type TestOutcome = "passed" | "failed" | "skipped" | "xfailed" | "xpassed";

/** How things stood when the failure was looked at: what `check_patch` compares an edit with. */
export interface Baseline {
  nodeId: string;
  status: AloneStatus;
  /** `failureSignature` of the failure; undefined where the test did not fail. */
  signature: string | undefined;
  /** The rest of the suite by node id, the test itself included; empty where the suite was not run. */
  outcomes: Record<string, TestOutcome>;
  /** The whole suite is among `outcomes`. */
  complete: boolean;
}
