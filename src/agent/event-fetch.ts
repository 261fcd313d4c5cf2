import { boundedFetch } from "./bounded-fetch.ts";
import { jsonIn } from "./json.ts";
import type { Patience } from "./patience.ts";
import { errorInStream } from "./stream-error.ts";

/**
 * A bounded `fetch` for streams of events: says of a whole document, which would look like a stream without events, that
 * it is none.
 */
export function eventFetch(patience: Patience): typeof fetch {
  const bounded = boundedFetch(patience);
  return async (input, init) => {
    const response = await bounded(input, init);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !/^(?:application\/json|text\/html)\b/i.test(type)) return response;
    const text = await response.text();
    throw errorInStream(new Error(`the answer is no stream of events, but ${type}: ${text}`), jsonIn(text));
  };
}
