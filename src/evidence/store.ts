import { FaultlineError } from "../kernel/errors.ts";
import type { Fingerprint } from "./fingerprint.ts";

/** Something that was measured. */
export interface NewEvidence {
  /** Such as "investigation", or "investigation: suspects". */
  kind: string;
  /** What it is about, such as a node id. */
  key: string;
  /** Anything that JSON can hold. */
  body: unknown;
  fingerprint: Fingerprint;
}

/** Evidence as it is read back. */
export interface Stored extends NewEvidence {
  handle: string;
  /** ISO 8601. */
  madeAt: string;
}

/** The handle that evidence gets: the same for the same kind, key and body. */
export function handleOf(_evidence: Pick<NewEvidence, "kind" | "key" | "body">): string {
  throw new FaultlineError("internal", "not built yet");
}

/**
 * Keeps evidence below `state`, the checkout's state folder (`Engine.state`), and gives its handle.
 *
 * @throws FaultlineError `not-writable`
 */
export function putEvidence(_state: string, _evidence: NewEvidence): Promise<string> {
  throw new FaultlineError("internal", "not built yet");
}

/** The evidence with this handle; undefined where there is none, or none that can be read. */
export function readEvidence(_state: string, _handle: string): Promise<Stored | undefined> {
  throw new FaultlineError("internal", "not built yet");
}

/** What was kept last of a kind about a key. */
export function latestEvidence(_state: string, _kind: string, _key: string): Promise<Stored | undefined> {
  throw new FaultlineError("internal", "not built yet");
}
