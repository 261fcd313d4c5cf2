import { FaultlineError } from "../kernel/errors.ts";
import type { Call, Engine } from "./engine.ts";
import type { EvidencePage } from "./reports.ts";

/**
 * One page of stored evidence, as large as the budget allows.
 *
 * @param request `from` is the `next` of the page before
 * @throws FaultlineError `not-found` for a handle behind which there is nothing, `bad-request` for what is no handle
 */
export function getEvidence(
  _engine: Engine,
  _request: { handle: string; from?: number },
  _call: Call,
): Promise<EvidencePage> {
  throw new FaultlineError("internal", "not built yet");
}
