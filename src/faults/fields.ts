import { z } from "zod";
import { didYouMean } from "./nearest.ts";

/** A day: more than any session lasts, less than a timer can wait. */
const MOST_SECONDS = 86_400;

/** Seconds in a profile, milliseconds from here on. */
export const seconds = z
  .number({ error: "wants a number of seconds" })
  .min(0, "wants 0 seconds or more")
  .max(MOST_SECONDS, `wants at most ${MOST_SECONDS} seconds`)
  .transform((value) => Math.round(value * 1_000_000) / 1000);

const NAME = "up to 64 letters, digits, '_', '-', '.'";

/** A name that can stand in a path, a table, a command line. */
export const plainName = z.string({ error: `wants a name: ${NAME}` }).regex(/^[\w.-]{1,64}$/, `wants ${NAME}`);

/** A count of calls. */
export function wholeNumber(least: number): z.ZodType<number> {
  const error = `wants a whole number, ${least} or more`;
  return z.int({ error }).min(least, error);
}

/** A place in a message, as a part of its length. */
export const place = z
  .number({ error: "wants a number from 0 to below 1" })
  .min(0, "wants a number from 0 to below 1")
  .lt(1, "wants a number from 0 to below 1");

/** One of these words. */
export function words<const W extends readonly string[]>(allowed: W): z.ZodEnum<{ [K in W[number]]: K }> {
  const error = ({ input }: { input?: unknown }) =>
    `wants one of ${allowed.join(", ")}${typeof input === "string" ? didYouMean(input, allowed) : ""}`;
  return z.enum(allowed, { error });
}
