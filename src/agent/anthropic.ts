import { createAnthropic } from "@ai-sdk/anthropic";
import { boundedFetch } from "./bounded-fetch.ts";
import { type Patience, providerOver } from "./language-model.ts";
import type { Provider } from "./provider.ts";

export interface AnthropicOptions {
  model: string;
  /** Without path, such as `https://api.anthropic.com`. */
  baseUrl: string;
  /** Undefined for a server that wants none. */
  key: string | undefined;
  patience?: Partial<Patience>;
}

/** A model behind the Messages API. */
export function anthropic({ model, baseUrl, key, patience }: AnthropicOptions): Provider {
  const create = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: key ?? "none", fetch: boundedFetch });
  return providerOver(create(model), {
    kind: "anthropic",
    key,
    // What was said so far is read again with each turn.
    options: { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
    ...(patience ? { patience } : {}),
  });
}
