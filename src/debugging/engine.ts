/** The checkout that is investigated, and by what. Made once, by the command line or the server. */
export interface Engine {
  /** Real path of the checkout. */
  repo: string;
  /** The project's interpreter; it can import pytest. */
  python: string;
  /** Clauses on how it was chosen, where that may surprise. */
  pythonNotes?: readonly string[];
  /** The environment that the tests are to see. */
  env: NodeJS.ProcessEnv;
  /** Folder that holds the package `faultline_probe`. */
  probeDir: string;
  /** Where evidence about this checkout is kept; outside of it. */
  state: string;
  /** Options of pytest that the caller set for every run; from the allow-list. */
  pytestArgs: readonly string[];
}

/** What the caller of one operation decides about it. */
export interface Call {
  /** Milliseconds for the whole operation; what is known by then is the answer. */
  deadline: number;
  /** The answer's size, as `countTokens` counts it. */
  budgetTokens: number;
  /** Ends the operation and every process that it started. */
  signal?: AbortSignal;
  /** One line for a person, now and then. `done` of `total` where that is known. */
  progress?: (step: { message: string; done?: number; total?: number }) => void;
}
