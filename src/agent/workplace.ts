import type { ChangedFiles } from "./changed-files.ts";

/** Where an agent works, and all that its tools may touch. */
export interface Workplace {
  /** Root of the checkout, without symlinks. */
  repo: string;
  /** The project's interpreter. */
  python: string;
  /** What programs that run see; no key of a model is in it. */
  env: NodeJS.ProcessEnv;
  /** Node id of the failing test, relative to `repo`. */
  target: string;
  /** Folders that stay closed to the agent. */
  closed: readonly string[];
  /** A folder outside the repository for what pytest leaves behind. */
  scratch: string;
  changes: ChangedFiles;
  signal: AbortSignal;
}
