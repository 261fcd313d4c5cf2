import { z } from "zod";
import { place } from "./fields.ts";
import { endOfText, skipSpace } from "./json-text.ts";
import type { FaultKindOf } from "./kind.ts";

const options = { at: place.optional() };

/** The response ends in the middle, and so does the connection. */
export const cut: FaultKindOf<"cut"> = {
  kind: "cut",
  options: z.object(options).transform(({ at }) => ({ kind: "cut", at })),
  names: Object.keys(options),
  draw: ({ at }, draw) => ({ kind: "cut", at: at ?? draw("at") }),
  fault: z.object({ kind: z.literal("cut"), at: z.number() }),
  write: ({ at }) => ({ at }),
};

/**
 * The beginning of a message: at least its first byte, never its last, so that what is left of an object or an array is
 * no JSON.
 *
 * @param at where to cut, from 0 to below 1
 */
export function cutMessage(message: Buffer, at: number): Buffer {
  const first = skipSpace(message, 0) + 1;
  const last = endOfText(message) - 1;
  return message.subarray(0, Math.max(0, Math.min(last, first + Math.floor(at * (last - first + 1)))));
}
