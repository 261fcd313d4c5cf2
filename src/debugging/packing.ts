import type { Fingerprint } from "../evidence/fingerprint.ts";
import { FaultlineError } from "../kernel/errors.ts";
import type {
  Answer,
  CapturedValues,
  Comparison,
  FailureAnswer,
  Investigation,
  PatchCheck,
  SearchAnswer,
} from "./reports.ts";

/** The answers that are packed, by the kind under which what does not fit is kept. */
export interface PackedAnswers {
  failure: FailureAnswer;
  investigation: Investigation;
  values: CapturedValues;
  comparison: Comparison;
  search: SearchAnswer;
  patch: PatchCheck;
}

/** An answer with all that is known, its lists in order of value. */
export type Unpacked<A extends Answer> = Omit<A, "omitted" | "tokens" | "evidence">;

export interface Packing {
  /** The checkout's state folder, `Engine.state`. */
  state: string;
  /** What the answer is about, mostly a node id. */
  key: string;
  /** Taken only where something is to be kept, if a function. */
  fingerprint: Fingerprint | (() => Promise<Fingerprint>);
  budgetTokens: number;
}

/** No answer fits into less. */
export const minimumBudget = 200;

/**
 * Fits an answer into a budget, counted on its JSON text. What is left out is kept as evidence, with a handle each in
 * `omitted`. A whole investigation is kept in any case, as kind "investigation"; its `evidence` is the handle.
 *
 * @throws FaultlineError `bad-request` for a budget below `minimumBudget`
 */
export function packAnswer<K extends keyof PackedAnswers>(
  _kind: K,
  _answer: Unpacked<PackedAnswers[K]>,
  _packing: Packing,
): Promise<PackedAnswers[K]> {
  throw new FaultlineError("internal", "not built yet");
}
