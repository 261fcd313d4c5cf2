import { FaultlineError } from "../kernel/errors.ts";
import type { Call, Engine } from "./engine.ts";
import type { PatchCheck } from "./reports.ts";
import { target } from "./target.ts";

export interface CheckPatchRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
  /** What of the suite runs besides: "all" without a word. */
  suite?: "all" | "related" | "none";
}

/** Runs a test that failed, and then the suite, against the checkout as it is now, and says what an edit achieved. */
export async function checkPatch(engine: Engine, request: CheckPatchRequest, _call: Call): Promise<PatchCheck> {
  throw new FaultlineError("internal", `${target(engine, request.nodeId).nodeId}: not built yet`);
}
