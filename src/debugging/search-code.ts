import { FaultlineError } from "../kernel/errors.ts";
import type { Call, Engine } from "./engine.ts";
import type { SearchAnswer } from "./reports.ts";

export interface SearchRequest {
  /** Literal text, or a regular expression of JavaScript with flag `u` where `regex` is set. */
  query: string;
  regex?: boolean;
  /** Only files whose path relative to the checkout matches. */
  glob?: string;
  /** How many matches at most; 50 without it. */
  limit?: number;
}

/**
 * Lines of the project's text files that match, definitions first, the code before its tests.
 *
 * @throws FaultlineError `bad-request` for an empty query, a broken pattern, or one that takes too long
 */
export function searchCode(_engine: Engine, _request: SearchRequest, _call: Call): Promise<SearchAnswer> {
  throw new FaultlineError("internal", "not built yet");
}
