import { FaultlineError } from "../kernel/errors.ts";
import type { Call, Engine } from "./engine.ts";
import type { FailureAnswer } from "./reports.ts";
import { target } from "./target.ts";

export interface FailureAnswerRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
}

/** Runs one test alone and tells how it fails and where the bad value was made. */
export async function failureAnswer(
  engine: Engine,
  request: FailureAnswerRequest,
  _call: Call,
): Promise<FailureAnswer> {
  throw new FaultlineError("internal", `${target(engine, request.nodeId).nodeId}: not built yet`);
}
