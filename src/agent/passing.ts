import { APICallError } from "@ai-sdk/provider";
import { z } from "zod";
import { saysTooLong } from "./context-overflow.ts";
import { jsonIn } from "./json.ts";
import { BrokenAnswer } from "./stream-error.ts";

/** Milliseconds: who has to wait longer is better told at once. */
const longest = 60_000;

const QuotaError = z.object({ error: z.object({ code: z.literal("insufficient_quota") }) });
const RetryInfo = z.object({
  error: z.object({
    details: z.array(z.looseObject({ retryDelay: z.string().optional() })),
  }),
});

/**
 * How long to wait before a request is sent again, in milliseconds; undefined where that is of no use: the failure will
 * stay, or the server asks for more patience than `longest`.
 *
 * @param attempt how often it has been sent, from 1
 * @param baseMs the wait after the first attempt; doubles with each, and is drawn from the upper half
 */
export function waitBeforeRetry(error: unknown, attempt: number, baseMs: number): number | undefined {
  if (!isPassing(error)) return undefined;
  const asked = APICallError.isInstance(error) ? askedWait(error) : undefined;
  if (asked !== undefined) return asked <= longest ? asked : undefined;
  return baseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

function isPassing(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return error instanceof BrokenAnswer || isBrokenConnection(error);
  const { statusCode, responseHeaders, isRetryable, cause, message } = error;
  if (saysTooLong(message)) return false;
  if (cause instanceof Error && isHopeless(cause)) return false;
  const told = responseHeaders?.["x-should-retry"];
  if (told === "true" || told === "false") return told === "true";
  if (statusCode === 429 && QuotaError.safeParse(bodyOf(error)).success) return false;
  return isRetryable || isBrokenConnection(cause);
}

/** The connection broke in the middle of an answer. */
function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && error.message === "terminated";
}

/** Nobody listens there, there is no such host, it speaks no TLS, or shows no certificate that is trusted. */
const hopelessCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EPROTO|CERT_.*|ERR_(?:SSL|TLS)_.*|.*SELF_SIGNED_CERT.*|UNABLE_TO_.*)$/;
/** What `fetch` refuses by itself. */
const hopelessWords = /^(?:bad port|unexpected redirect)$/;

/** Whether most likely the address is wrong. */
export function isHopeless(cause: Error): boolean {
  return "code" in cause ? hopelessCodes.test(String(cause.code)) : hopelessWords.test(cause.message);
}

/** Whether the server has told an error in place of an answer, or was not there: then nothing was read or written. */
export function isRefused(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode, cause } = error;
  if (statusCode !== undefined) return statusCode >= 400;
  return cause === undefined || (cause instanceof Error && isHopeless(cause));
}

/** Milliseconds that the server asks for, in the headers or, as Gemini does, in the body of the error. */
function askedWait(error: APICallError): number | undefined {
  const headers = error.responseHeaders ?? {};
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const after = headers["retry-after"];
  if (after !== undefined) {
    const wait = /^\d+(\.\d+)?$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
    if (!Number.isNaN(wait)) return Math.max(0, wait);
  }
  const info = RetryInfo.safeParse(bodyOf(error));
  const delay = info.data?.error.details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function bodyOf({ responseBody }: APICallError): unknown {
  return jsonIn(responseBody ?? "");
}
