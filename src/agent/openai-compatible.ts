import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { boundedFetch } from "./bounded-fetch.ts";
import { constrained } from "./constrained.ts";
import { type Patience, providerOver } from "./language-model.ts";
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
  /** Told to the chat template; left out for hosted models, which refuse to be told. */
  thinking?: Thinking;
  patience?: Partial<Patience>;
}

/** A model behind `chat/completions`, such as one that llama.cpp serves. */
export function openAiCompatible({
  model,
  baseUrl,
  key,
  greedy,
  grammar,
  thinking,
  patience,
}: OpenAiCompatibleOptions): Provider {
  const create = createOpenAICompatible({
    name: "server",
    baseURL: baseUrl,
    ...(key ? { apiKey: key } : {}),
    fetch: boundedFetch,
    supportsStructuredOutputs: true,
  });
  return providerOver(grammar ? constrained(create(model)) : create(model), {
    kind: "openai-compatible",
    key,
    options: {
      ...(greedy ? { temperature: 0, seed: 0 } : {}),
      ...(thinking ? { providerOptions: { server: templateThinking(thinking) } } : {}),
    },
    ...(patience ? { patience } : {}),
  });
}
