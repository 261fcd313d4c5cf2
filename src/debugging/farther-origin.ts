import type { Origin } from "../probe/record.ts";

/**
 * Of two explanations of each test the one that got farther: an origin that was found, otherwise the longer way. A
 * thorough run sees more, and so may run out of what an explanation may cost where a light one came to an end.
 */
export function fartherOrigins(
  thorough: ReadonlyMap<string, Origin>,
  light: ReadonlyMap<string, Origin>,
): Map<string, Origin> {
  const best = new Map(thorough);
  for (const [test, origin] of light) {
    const other = thorough.get(test);
    if (!other || other.status === "found") continue;
    if (origin.status === "found" || origin.steps.length > other.steps.length) best.set(test, origin);
  }
  return best;
}
