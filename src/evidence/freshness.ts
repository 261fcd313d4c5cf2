import { FaultlineError } from "../kernel/errors.ts";
import type { Fingerprint } from "./fingerprint.ts";

/** What has changed between two fingerprints, each one clause, such as "shop/pricelist.py changed"; empty if nothing. */
export function staleness(_then: Fingerprint, _now: Fingerprint): string[] {
  throw new FaultlineError("internal", "not built yet");
}

/** Of the files that the older fingerprint names, those that are not the same in the newer one. */
export function changedFiles(_then: Fingerprint, _now: Fingerprint): string[] {
  throw new FaultlineError("internal", "not built yet");
}
