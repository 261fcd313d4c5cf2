import { type Mechanism, refused } from "./mechanism.ts";

/** Tries beyond the first of a call that a session has to begin with, and at most. */
const CAPACITY = 10;
/** What each success gives back. */
const PER_SUCCESS = 0.5;

/**
 * A budget of repetitions that all calls share (the retry throttling of gRPC, proposal A6): where much fails, repeating
 * everything only adds to the load, so once it is spent a call gets its first try and no more.
 */
export const retryBudget: Mechanism = (next, { client }) => {
  let left = CAPACITY;
  const begun = new Set<number>();
  return async (request) => {
    if (begun.has(request.call)) {
      if (left < 1) throw refused(client, request, "the budget for repeated calls is spent");
      left -= 1;
    }
    begun.add(request.call);
    const output = await next(request);
    left = Math.min(CAPACITY, left + PER_SUCCESS);
    return output;
  };
};
