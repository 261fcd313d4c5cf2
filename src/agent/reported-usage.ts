import { z } from "zod";
import type { SoFar, Usage } from "./provider.ts";

/** What a server has told so far of the tokens of a turn; undefined what it has not. Cached ones are part of `input`. */
export interface Reported {
  input: number | undefined;
  output: number | undefined;
  cached: number | undefined;
}

export const NOTHING_TOLD: Reported = { input: undefined, output: undefined, cached: undefined };

/** Tokens as they are counted: none where nothing was told, and then as `unreported`. */
export function usageOf({ input, output, cached }: Reported): Usage {
  const isWhole = input !== undefined && output !== undefined;
  return { input: input ?? 0, output: output ?? 0, cached: cached ?? 0, ...(isWhole ? {} : { unreported: true }) };
}

const count = z.int().min(0).optional().catch(undefined);
const Event = z.object({
  /** llama.cpp, of which both are asked for. */
  timings: z.object({ cache_n: count, prompt_n: count, predicted_n: count }).optional().catch(undefined),
  prompt_progress: z.object({ total: z.int(), processed: z.int(), cache: count }).optional().catch(undefined),
  /** The Gemini API. */
  usageMetadata: z
    .object({
      promptTokenCount: count,
      cachedContentTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    })
    .optional()
    .catch(undefined),
  /** The Messages API, which counts the output at the end alone. */
  message: z
    .object({
      usage: z.object({
        input_tokens: count,
        cache_creation_input_tokens: count,
        cache_read_input_tokens: count,
      }),
    })
    .optional()
    .catch(undefined),
});

/** What one event of a stream tells of tokens: undefined where it tells nothing. */
export function reportedIn(event: unknown): { usage?: Reported; reading?: SoFar["reading"] } {
  const { timings, usageMetadata, message, prompt_progress: progress } = Event.safeParse(event).data ?? {};
  const reading = progress && { reading: { done: progress.processed, total: progress.total } };
  const usage = timings
    ? { input: sum(timings.cache_n, timings.prompt_n), output: timings.predicted_n, cached: timings.cache_n }
    : usageMetadata
      ? {
          input: usageMetadata.promptTokenCount,
          output: sum(usageMetadata.candidatesTokenCount, usageMetadata.thoughtsTokenCount),
          cached: usageMetadata.cachedContentTokenCount,
        }
      : message
        ? messageUsage(message.usage)
        : progress && { input: progress.processed, output: undefined, cached: progress.cache };
  return { ...(usage ? { usage } : {}), ...reading };
}

function messageUsage(usage: NonNullable<z.output<typeof Event>["message"]>["usage"]): Reported {
  const { input_tokens: fresh, cache_creation_input_tokens: kept, cache_read_input_tokens: cached } = usage;
  return { input: sum(fresh, kept, cached), output: undefined, cached };
}

function sum(...counts: (number | undefined)[]): number | undefined {
  const known = counts.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.reduce((total, each) => total + each, 0);
}
