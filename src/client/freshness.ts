import { StaleFailure } from "./call-failure.ts";
import type { Mechanism } from "./mechanism.ts";

/** Field with the revision of the server's state that a result shows; it never goes down from one answer to a later one. */
const REVISION = "as_of";

/**
 * Refuses results that show an older state than the agent knew when it asked. What it learns of while the request is on
 * its way does not count: requests that overlap may be answered in any order.
 */
export const freshness: Mechanism = (next) => {
  let known = Number.NEGATIVE_INFINITY;
  return (request) => {
    const before = known;
    const check = (output: Record<string, unknown>) => {
      const revision = output[REVISION];
      if (typeof revision !== "number") return output;
      if (revision <= before)
        throw new StaleFailure(`revision ${revision} is not later than ${before}, which was known`);
      known = Math.max(known, revision);
      return output;
    };
    return next({ ...request, checks: [...request.checks, check] });
  };
};
