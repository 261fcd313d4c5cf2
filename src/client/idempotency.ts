import { randomFor } from "../kernel/random.ts";
import { CallFailure, RefusedFailure } from "./call-failure.ts";
import type { Mechanism } from "./mechanism.ts";
import { propertiesOf } from "./schema.ts";

const KEY = "idempotency_key";

/**
 * Gives each write a key that all of its tries share, so that the server carries it out once. Where a tool takes no key,
 * a write that may have been carried out is not repeated: that it is unknown is said instead.
 */
export const idempotency: Mechanism = (next, { client, seed }) => {
  const takesKey = new Set(
    client.tools.filter(({ inputSchema }) => KEY in propertiesOf(inputSchema)).map(({ name }) => name),
  );
  return async (request) => {
    if (!request.write) return next(request);
    if (takesKey.has(request.tool)) {
      return next({ ...request, args: { ...request.args, [KEY]: keyOf(seed, request.call) } });
    }
    try {
      return await next(request);
    } catch (error) {
      if (!(error instanceof CallFailure && error.mayHaveActed)) throw error;
      throw new RefusedFailure(`${error.message}; not repeated, since it may have been carried out`);
    }
  };
};

function keyOf(seed: number, call: number): string {
  const random = randomFor(seed, "idempotency", call);
  return Array.from({ length: 4 }, () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("-");
}
