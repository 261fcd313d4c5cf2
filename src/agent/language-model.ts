import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3Content } from "@ai-sdk/provider";
import { FaultlineError } from "../kernel/errors.ts";
import { redact } from "../kernel/redact.ts";
import { ContextOverflow, saysTooLong } from "./context-overflow.ts";
import { gather } from "./gather.ts";
import { isRefused, waitBeforeRetry } from "./passing.ts";
import type { Patience } from "./patience.ts";
import { toPrompt, toTools } from "./prompt.ts";
import type { Provider, Turn, TurnRequest } from "./provider.ts";
import { NOTHING_TOLD, type Reported, usageOf } from "./reported-usage.ts";
import { firstError } from "./stream-error.ts";
import { toTurn } from "./turn.ts";
import { whatWentWrong } from "./what-went-wrong.ts";

const usualTokens = 4096;

/** A way to ask for a turn other than the server's own, and to read what comes. */
export type Form = (options: LanguageModelV3CallOptions) => {
  options: LanguageModelV3CallOptions;
  read(part: LanguageModelV3Content): LanguageModelV3Content[];
};

export interface ModelSettings {
  /** Kind of server. */
  kind: string;
  /** Never shown, whatever a server answers. */
  key: string | undefined;
  /** What goes with each request. */
  options?: Pick<LanguageModelV3CallOptions, "temperature" | "seed" | "providerOptions">;
  form?: Form;
  patience: Patience;
}

/** A provider over a model of the library that speaks to the server. */
export function providerOver(model: LanguageModelV3, settings: ModelSettings): Provider {
  const name = `${settings.kind} ${model.modelId}`;
  const { attempts, baseMs } = settings.patience;
  return {
    name,
    next: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await ask(model, request, name, settings);
        } catch (error) {
          const wait = attempt < attempts ? waitBeforeRetry(error, attempt, baseMs) : undefined;
          if (request.signal?.aborted || wait === undefined) throw failure(name, error, attempt, request, settings);
          await sleep(wait, undefined, request.signal ? { signal: request.signal } : {}).catch(() => undefined);
          if (request.signal?.aborted) throw failure(name, error, attempt, request, settings);
        }
      }
    },
  };
}

async function ask(model: LanguageModelV3, request: TurnRequest, name: string, settings: ModelSettings): Promise<Turn> {
  const over = new AbortController();
  const usual = callOptions(request, name, settings, over.signal);
  const { options, read } = settings.form?.(usual) ?? { options: usual, read: (part) => [part] };
  let told: Reported | undefined;
  try {
    const { stream } = await model.doStream(options);
    const { content, ...gathered } = await gather(stream, request.watch, (usage) => {
      told = usage;
    });
    return toTurn({ content: content.flatMap(read), ...gathered }, name);
  } catch (error) {
    const reason = firstError(error);
    if (told || !isRefused(reason)) request.lost?.(usageOf(told ?? NOTHING_TOLD));
    throw reason;
  } finally {
    // Frees the server at once, whatever has ended the turn.
    over.abort();
  }
}

function callOptions(
  request: TurnRequest,
  name: string,
  { options }: ModelSettings,
  over: AbortSignal,
): LanguageModelV3CallOptions {
  const { tools, mustCall, maxTokens, signal } = request;
  const offered = tools.length > 0;
  return {
    ...options,
    prompt: toPrompt(request, name),
    maxOutputTokens: maxTokens ?? usualTokens,
    ...(offered ? { tools: toTools(tools), toolChoice: { type: mustCall ? "required" : "auto" } } : {}),
    includeRawChunks: true,
    abortSignal: signal ? AbortSignal.any([over, signal]) : over,
  };
}

function failure(
  name: string,
  error: unknown,
  attempts: number,
  { signal }: TurnRequest,
  { key }: ModelSettings,
): FaultlineError {
  if (signal?.aborted) return new FaultlineError("model-failed", `${name}: cancelled`);
  const tries = attempts > 1 ? ` after ${attempts} attempts` : "";
  const said = whatWentWrong(error);
  const shown = redact(key ? said.replaceAll(key, "<redacted>") : said);
  const message = `${name}${tries}: ${oneLine(shown)}`;
  return saysTooLong(said) ? new ContextOverflow(message) : new FaultlineError("model-failed", message);
}

/** Characters of a server's own words that an error shows. */
const saidLength = 300;

function oneLine(text: string): string {
  // A terminal obeys control characters.
  const line = text.replace(/\s+/g, " ").replace(/\p{C}/gu, "?").trim();
  return line.length > saidLength ? `${line.slice(0, saidLength)}…` : line;
}
