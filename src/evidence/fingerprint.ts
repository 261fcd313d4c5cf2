import { FaultlineError } from "../kernel/errors.ts";

/** What a piece of evidence depends on, as it was when the evidence was made. Digests are SHA-256 in hexadecimal. */
export interface Fingerprint {
  /** Files that the evidence was made from: path relative to the checkout → digest; "" for one that is not there. */
  files: Record<string, string>;
  /** All Python files of the project together. */
  project: { files: number; digest: string };
  /** Installed distributions: normalised name → version. */
  dependencies: Record<string, string>;
  /** Lock and requirements files: relative path → digest. */
  locks: Record<string, string>;
  interpreter: { path: string; version: string; modified: number };
  /** Configuration files of pytest, options and variables: name → digest. */
  settings: Record<string, string>;
}

export interface FingerprintRequest {
  /** Real path of the checkout. */
  repo: string;
  python: string;
  env: NodeJS.ProcessEnv;
  /** Files that the evidence depends on, absolute or relative to the checkout; those outside of it are left out. */
  files: readonly string[];
  pytestArgs: readonly string[];
}

/** Takes the fingerprint of a checkout and its environment, now. Never throws for what is missing or unreadable. */
export function fingerprint(_request: FingerprintRequest): Promise<Fingerprint> {
  throw new FaultlineError("internal", "not built yet");
}
