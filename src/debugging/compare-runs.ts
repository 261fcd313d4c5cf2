import { FaultlineError } from "../kernel/errors.ts";
import type { Call, Engine } from "./engine.ts";
import type { Comparison } from "./reports.ts";
import { target } from "./target.ts";

export interface CompareRequest {
  /** The failing test; relative to the checkout, or absolute below it. */
  nodeId: string;
  /** The test to compare it with; without it the passing test that executes most of the same. */
  passing?: string;
}

/** Compares a failing test with a passing one: what only one of them executed, and values that differ. */
export async function compareRuns(engine: Engine, request: CompareRequest, _call: Call): Promise<Comparison> {
  throw new FaultlineError("internal", `${target(engine, request.nodeId).nodeId}: not built yet`);
}
