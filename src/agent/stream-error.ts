import { APICallError, InvalidResponseDataError, JSONParseError } from "@ai-sdk/provider";
import { z } from "zod";
import { jsonIn } from "./json.ts";

/** An answer broke off: the connection, the stream of events, or one of these. Another attempt may bring it whole. */
export class BrokenAnswer extends Error {}

/** What servers send in place of a status, once the answer has begun. */
const Event = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, code: undefined, type: undefined, status: undefined })),
    z.looseObject({
      message: z.string().catch(""),
      code: z.union([z.number(), z.string()]).nullish(),
      type: z.string().nullish(),
      status: z.string().nullish(),
    }),
  ]),
});

/** By the names that the Messages API, chat/completions, llama.cpp and the Gemini API have for what may pass. */
const STATUSES: Record<string, number> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  RESOURCE_EXHAUSTED: 429,
  api_error: 500,
  server_error: 500,
  INTERNAL: 500,
  unavailable_error: 503,
  UNAVAILABLE: 503,
  timeout_error: 504,
  DEADLINE_EXCEEDED: 504,
};

/**
 * An error within a stream, as it would have been had the server told of it by a status: `BrokenAnswer` where an event
 * is no JSON or the end is missing.
 *
 * @param error what the library made of it
 * @param event what the server sent; undefined where that is no JSON
 */
export function errorInStream(error: unknown, event: unknown): unknown {
  const told = Event.safeParse(event).data?.error;
  if (told) {
    const { message, code, type, status } = told;
    const named = [code, type, status].flatMap((name) => (typeof name === "string" ? (STATUSES[name] ?? []) : []))[0];
    const statusCode = typeof code === "number" && code >= 400 && code <= 599 ? code : named;
    return new APICallError({
      message: message || "no reason given",
      url: "",
      requestBodyValues: undefined,
      ...(statusCode === undefined ? {} : { statusCode }),
      responseBody: JSON.stringify(event),
    });
  }
  if (JSONParseError.isInstance(error)) return new BrokenAnswer("a part of the answer is no JSON");
  // The library says so with no data where no part of the stream was the last of its turn.
  if (InvalidResponseDataError.isInstance(error) && error.data === undefined) return endless();
  return error;
}

const First = z.object({ type: z.string(), message: z.string() });

/** The Messages API's error at the beginning of a stream, for which the library has a status of its own. */
export function firstError(error: unknown): unknown {
  if (!APICallError.isInstance(error)) return error;
  const told = First.safeParse(jsonIn(error.responseBody ?? "")).data;
  return told && STATUSES[told.type] ? errorInStream(error, { error: told }) : error;
}

/** A stream that ended before the turn did. */
export function endless(): BrokenAnswer {
  return new BrokenAnswer("the answer ended before the turn did");
}
