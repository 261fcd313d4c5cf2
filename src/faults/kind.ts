import { z } from "zod";
import type { Fault } from "./fault.ts";
import type { Effect } from "./rule.ts";

/** Draws a number from 0 to below 1 that belongs to one call and this purpose alone. */
export type Draw = (purpose: string) => number;

/** Options as a profile writes them. */
export type Options = Record<string, unknown>;

/** One kind of fault; what it does to a message stands in the same file, where it does anything to one. */
export interface Kind<E extends Effect = Effect> {
  kind: E["kind"];
  /** From the options in a profile, in the profile's names and units, to the effect of the rule. */
  options: z.ZodType<E>;
  /** Names of the options. */
  names: readonly string[];
}

/** A kind whose faults are decided call by call. */
export interface CallKind<E extends Effect = Effect, F extends Fault = Fault> extends Kind<E> {
  /** The fault of one call of that method. */
  draw(effect: E, draw: Draw, method: string): F;
  /** The fault as an events file has it. */
  fault: z.ZodType<F>;
  /** The options that give exactly this fault again. */
  write(fault: F): Options;
}

export type FaultKindOf<K extends Fault["kind"]> = CallKind<Extract<Effect, { kind: K }>, Extract<Fault, { kind: K }>>;

/** A kind without options. */
export function bareKind<K extends string>(kind: K) {
  const options: z.ZodType<{ kind: K }> = z.unknown().transform(() => ({ kind }));
  return { kind, options, names: [], draw: () => ({ kind }), fault: options, write: (): Options => ({}) };
}
