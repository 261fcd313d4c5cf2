import type { Origin } from "../probe/record.ts";
import type { Site } from "./crash-site.ts";
import { type Excerpt, excerptAround, upToStatement } from "./source.ts";

/** What stands near a line helps to read it; what stands farther off is read again in every turn, for nothing. */
const NEAR = { before: 3, after: 3 };
/** The value comes from a last known place or from before it; behind it, the rest of its statement is all that matters. */
const LAST_KNOWN = { before: 3, after: 5 };
/** The less is known of the origin, the more the cause may stand near the crash. */
const CRASH = { found: NEAR, partial: { before: 8, after: 4 }, none: { before: 12, after: 4 } };
const WHOLE = { before: 24, after: 4 };

/** Source around the crash site, and around the line where the bad value was made or last seen. */
export interface FailureSource {
  crash: Excerpt | undefined;
  origin: Excerpt | undefined;
}

/** Reads as much of the source as what is known of the failure makes worth reading. */
export function failureSource(crash: Site | undefined, origin: Origin | undefined): FailureSource {
  const made = origin?.steps[0];
  const status = origin?.status ?? "none";
  return {
    crash: crash && crashSource(crash, status),
    origin: made && (status === "found" ? excerptAround(made, NEAR) : lastKnown(made)),
  };
}

function lastKnown(made: Origin["steps"][number]): Excerpt | undefined {
  const excerpt = excerptAround(made, LAST_KNOWN);
  return excerpt && upToStatement(excerpt, made.line);
}

function crashSource(crash: Site, status: Origin["status"]): Excerpt | undefined {
  // The fault is seldom in a test, and what it asserts is in the output.
  if (crash.inTest) return excerptAround(crash, NEAR);
  const whole = status === "none" ? excerptAround(crash, WHOLE) : undefined;
  // A function that is read from its start is worth more than as many lines out of its middle.
  return whole && !whole.heading ? whole : excerptAround(crash, CRASH[status]);
}
