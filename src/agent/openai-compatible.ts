import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { heldByGrammar } from "./constrained.ts";
import { eventFetch } from "./event-fetch.ts";
import { providerOver } from "./language-model.ts";
import { type Patience, USUAL_PATIENCE } from "./patience.ts";
import type { Provider } from "./provider.ts";
import { type Thinking, templateThinking } from "./thinking.ts";

export interface OpenAiCompatibleOptions {
  model: string;
  /** With its path, such as `http://127.0.0.1:8080/v1`. */
  baseUrl: string;
  /** Undefined for a server that wants none. */
  key: string | undefined;
  /** Asks for the likeliest tokens, so that the same conversation goes on in the same way; hosted models refuse it. */
  greedy: boolean;
  /** Holds calls to the tools' schemas by a grammar, instead of by what model and template know of tools. */
  grammar?: boolean;
  /** Has llama.cpp's server tell of its tokens while it reads and writes; hosted models refuse to be asked. */
  telling?: boolean;
  /** Told to the chat template; left out for hosted models, which refuse to be told. */
  thinking?: Thinking;
  patience?: Partial<Patience>;
}

/** A model behind `chat/completions`, such as one that llama.cpp serves. */
export function openAiCompatible(given: OpenAiCompatibleOptions): Provider {
  const { model, baseUrl, key, greedy, grammar, telling, thinking } = given;
  const patience = { ...USUAL_PATIENCE, ...given.patience };
  const create = createOpenAICompatible({
    name: "server",
    baseURL: baseUrl,
    ...(key ? { apiKey: key } : {}),
    fetch: eventFetch(patience),
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  const server = {
    ...(telling ? { timings_per_token: true, return_progress: true } : {}),
    ...(thinking ? templateThinking(thinking) : {}),
  };
  return providerOver(create(model), {
    kind: "openai-compatible",
    key,
    options: { ...(greedy ? { temperature: 0, seed: 0 } : {}), providerOptions: { server } },
    ...(grammar ? { form: heldByGrammar } : {}),
    patience,
  });
}
