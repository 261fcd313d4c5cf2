import { z } from "zod";
import { canonical } from "../kernel/canonical.ts";
import type { Fault } from "./fault.ts";
import { wholeNumber, words } from "./fields.ts";
import { skipSpace, valueAt } from "./json-text.ts";
import type { FaultKindOf } from "./kind.ts";

/** Responses that are kept for one request at most. */
const MOST_HISTORY = 1000;
/** Bytes of responses that are kept in all. */
const MOST_BYTES = 64 * 1024 * 1024;

const pick = words(["previous", "oldest"]);
const options = {
  pick: pick.default("previous"),
  history: wholeNumber(1)
    .refine((value) => value <= MOST_HISTORY, `wants at most ${MOST_HISTORY}`)
    .default(8),
};

/** An earlier response to the same request answers; the server is not asked. */
export const stale: FaultKindOf<"stale"> = {
  kind: "stale",
  options: z.object(options).transform((read) => ({ kind: "stale", ...read })),
  names: Object.keys(options),
  draw: (effect) => effect,
  fault: z.object({ kind: z.literal("stale"), pick, history: z.number() }),
  write: ({ pick, history }) => ({ pick, history }),
};

/** Earlier responses, by request. */
export interface History {
  /** Keeps a response, unless it tells of an error. */
  keep(method: string, params: unknown, response: Buffer): void;
  /** How many there are to the same request. */
  earlier(method: string, params: unknown): number;
  /** The one that a stale answer gives, under the id that it had. */
  pick(
    method: string,
    params: unknown,
    fault: Pick<Extract<Fault, { kind: "stale" }>, "pick" | "history">,
  ): Buffer | undefined;
}

/**
 * Keeps the last responses to each request. Requests are the same when method and parameters are, but for `_meta`, in
 * which progress tokens and the like differ from one to the next.
 *
 * @param depth how many are kept for each; 0 keeps none
 * @param mostBytes of all; beyond it the oldest are forgotten, of the requests that were answered longest ago first
 */
export function createHistory(depth: number, mostBytes: number = MOST_BYTES): History {
  const kept = new Map<string, Buffer[]>();
  let bytes = 0;
  const forget = (responses: readonly Buffer[]) => {
    for (const response of responses) bytes -= response.length;
  };
  const of = (method: string, params: unknown) => kept.get(keyOf(method, params) ?? "") ?? [];
  return {
    keep(method, params, response) {
      if (depth === 0 || response.length > mostBytes || !isSuccess(response)) return;
      const key = keyOf(method, params);
      if (key === undefined) return;
      const responses = [...(kept.get(key) ?? []), response];
      bytes += response.length;
      forget(responses.splice(0, responses.length - depth));
      kept.delete(key);
      kept.set(key, responses);
      for (const [oldest, old] of kept) {
        while (bytes > mostBytes && old.length > 0) forget(old.splice(0, 1));
        if (old.length > 0) break;
        kept.delete(oldest);
      }
    },
    earlier: (method, params) => of(method, params).length,
    pick: (method, params, { pick, history }) => {
      const responses = of(method, params);
      return pick === "previous" ? responses.at(-1) : (responses.at(-history) ?? responses[0]);
    },
  };
}

function isSuccess(response: Buffer): boolean {
  const result = valueAt(response, skipSpace(response, 0), "result");
  if (!result) return false;
  const isError = valueAt(response, result.start, "isError");
  return !isError || response.toString("latin1", isError.start, isError.end) !== "true";
}

/** What requests have in common that are the same; undefined for one that is nested beyond what can be written. */
function keyOf(method: string, params: unknown): string | undefined {
  const { _meta, ...rest } = (typeof params === "object" && params !== null ? params : {}) as Record<string, unknown>;
  try {
    return canonical([method, rest]);
  } catch {
    return undefined;
  }
}
