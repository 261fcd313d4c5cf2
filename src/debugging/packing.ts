import type { Fingerprint } from "../evidence/fingerprint.ts";
import { handleOf, type NewEvidence, notKept, putEvidence } from "../evidence/store.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { redact, redactAll } from "../kernel/redact.ts";
import { loadTokenCounter } from "../kernel/tokens.ts";
import type { Json } from "./json-members.ts";
import { limits } from "./limits.ts";
import { fitAnswer } from "./packing-fit.ts";
import { layouts } from "./packing-layout.ts";
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
export const minimumBudget: number = limits.budgetTokens.least;

/**
 * Fits an answer into a budget, counted on its JSON text. What is left out is kept as evidence, with a handle each in
 * `omitted`: the items behind those that an answer has of a list, and the whole of each text that was cut ("texts").
 * A small budget has one handle for what is least valuable, "the rest". A whole investigation is kept in any case, as
 * kind "investigation"; its `evidence` is the handle. Where nothing can be kept, the answer has no handles and a note.
 *
 * @param answer with its lists in order of value
 * @throws FaultlineError `bad-request` for a budget that is too small
 */
export async function packAnswer<K extends keyof PackedAnswers>(
  kind: K,
  answer: Unpacked<PackedAnswers[K]>,
  packing: Packing,
): Promise<PackedAnswers[K]> {
  const { budgetTokens: budget } = packing;
  const key = redact(packing.key);
  const body = redactAll(JSON.parse(JSON.stringify(answer)) as Json);
  const whole = kind === "investigation" ? [{ kind, key, body }] : [];
  const named = { ...body, ...(whole[0] && { evidence: handleOf(whole[0]) }) };
  const count = await loadTokenCounter();
  const request = { kind, key, layout: layouts[kind], budget, count, handles: true };
  const fitted = budget < minimumBudget ? undefined : fitAnswer(named, request);
  if (!fitted) {
    throw new FaultlineError("bad-request", `a budget of ${budget} tokens is too small`, {
      hint: `it takes ${minimumBudget} at least`,
    });
  }
  const note = await keep([...whole, ...fitted.left], packing).then(() => undefined, notKept);
  if (note === undefined) return fitted.answer as unknown as PackedAnswers[K];
  const without = { ...request, handles: false };
  const alone = fitAnswer(noted(body, note), without) ?? fitAnswer(body, without) ?? fitted;
  return alone.answer as unknown as PackedAnswers[K];
}

async function keep(left: readonly Omit<NewEvidence, "fingerprint">[], packing: Packing): Promise<void> {
  if (left.length === 0) return;
  const fingerprint = typeof packing.fingerprint === "function" ? await packing.fingerprint() : packing.fingerprint;
  for (const evidence of left) await putEvidence(packing.state, { ...evidence, fingerprint });
}

function noted(body: Json, note: string): Json {
  const others = Array.isArray(body["notes"]) ? body["notes"].filter((other) => other !== note) : [];
  return { ...body, notes: [note, ...others] };
}
