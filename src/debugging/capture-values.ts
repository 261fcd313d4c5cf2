import { FaultlineError } from "../kernel/errors.ts";
import type { Call, Engine } from "./engine.ts";
import type { CapturedValues } from "./reports.ts";
import { target } from "./target.ts";

export interface CaptureRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
  /** Where to look, each as `path:line`, the path relative to the checkout. */
  at: readonly string[];
  /** Only these variables; all of the function without. */
  names?: readonly string[];
  /** Hits to keep of each line: the first half and the last half of them. */
  maxHits?: number;
}

/** Runs one test and tells the values of the local variables just before some lines run. */
export async function captureValues(engine: Engine, request: CaptureRequest, _call: Call): Promise<CapturedValues> {
  throw new FaultlineError("internal", `${target(engine, request.nodeId).nodeId}: not built yet`);
}
