import { FaultlineError } from "../kernel/errors.ts";
import type { Call, Engine } from "./engine.ts";
import type { Investigation } from "./reports.ts";
import { target } from "./target.ts";

export interface InvestigateRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
}

/** Investigates one failing test: runs it alone, then with the suite, and says where to look. */
export async function investigate(engine: Engine, request: InvestigateRequest, _call: Call): Promise<Investigation> {
  throw new FaultlineError("internal", `${target(engine, request.nodeId).nodeId}: not built yet`);
}
