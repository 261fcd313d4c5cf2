import { setTimeout as sleep } from "node:timers/promises";
import { APICallError, type LanguageModelV3, type LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { FaultlineError } from "../kernel/errors.ts";
import { redact } from "../kernel/redact.ts";
import { ContextOverflow, saysTooLong } from "./context-overflow.ts";
import { waitBeforeRetry } from "./passing.ts";
import { toPrompt, toTools } from "./prompt.ts";
import type { Provider, TurnRequest } from "./provider.ts";
import { toTurn } from "./turn.ts";

/** How long a model is waited for. */
export interface Patience {
  /** How often one turn is asked for. */
  attempts: number;
  /** Milliseconds before the second attempt; they double with each. */
  baseMs: number;
  /** Milliseconds that one attempt may take. */
  limitMs: number;
}

/** Node gives up an answer that has not begun after 300 s. */
const usual: Patience = { attempts: 5, baseMs: 1000, limitMs: 280_000 };
const usualTokens = 4096;
/** Characters of a server's own words that an error shows. */
const saidLength = 300;

export interface ModelSettings {
  /** Kind of server. */
  kind: string;
  /** Never shown, whatever a server answers. */
  key: string | undefined;
  /** What goes with each request. */
  options?: Pick<LanguageModelV3CallOptions, "temperature" | "seed" | "providerOptions">;
  patience?: Partial<Patience>;
}

/** A provider over a model of the library that speaks to the server. */
export function providerOver(model: LanguageModelV3, settings: ModelSettings): Provider {
  const name = `${settings.kind} ${model.modelId}`;
  const patience = { ...usual, ...settings.patience };
  return {
    name,
    next: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return toTurn(await model.doGenerate(callOptions(request, name, settings, patience)), name);
        } catch (error) {
          const wait = attempt < patience.attempts ? waitBeforeRetry(error, attempt, patience.baseMs) : undefined;
          if (request.signal?.aborted || wait === undefined) throw failure(name, error, attempt, request, settings);
          await sleep(wait, undefined, request.signal ? { signal: request.signal } : {}).catch(() => undefined);
          if (request.signal?.aborted) throw failure(name, error, attempt, request, settings);
        }
      }
    },
  };
}

function callOptions(
  request: TurnRequest,
  name: string,
  { options }: ModelSettings,
  { limitMs }: Patience,
): LanguageModelV3CallOptions {
  const { tools, mustCall, maxTokens, signal } = request;
  const limit = AbortSignal.timeout(limitMs);
  const offered = tools.length > 0;
  return {
    ...options,
    prompt: toPrompt(request, name),
    maxOutputTokens: maxTokens ?? usualTokens,
    ...(offered ? { tools: toTools(tools), toolChoice: { type: mustCall ? "required" : "auto" } } : {}),
    abortSignal: signal ? AbortSignal.any([limit, signal]) : limit,
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

function whatWentWrong(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "no answer in time";
  // All of its lines: the key is looked for in them.
  if (!APICallError.isInstance(error)) return error instanceof Error ? error.message : String(error);
  const { statusCode, message, responseBody } = error;
  if (statusCode === undefined) return message;
  if (statusCode < 300) return `the answer is not of the server's kind (${message})`;
  // A page for browsers says no more than its status.
  const body = responseBody === undefined || /^\s*<(?:!doctype|html)/i.test(responseBody) ? "" : responseBody;
  const said = message === "" || !body.includes(message) ? `${message} ${body}` : message;
  return `status ${statusCode}: ${said.trim() || "no reason given"}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > saidLength ? `${line.slice(0, saidLength)}…` : line;
}
