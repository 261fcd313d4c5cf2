import { TimeoutFailure } from "./call-failure.ts";
import type { Mechanism } from "./mechanism.ts";

/** Milliseconds in which a server that lives answers a ping. */
const PING_MS = 2_000;

/** After a request without an answer asks whether the server still answers at all; if not, gives the connection up. */
export const reconnect: Mechanism = (next, { client }) => {
  return async (request) => {
    try {
      return await next(request);
    } catch (error) {
      if (error instanceof TimeoutFailure && !(await client.ping(PING_MS))) await client.drop();
      throw error;
    }
  };
};
