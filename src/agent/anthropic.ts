import { createAnthropic } from "@ai-sdk/anthropic";
import { eventFetch } from "./event-fetch.ts";
import { providerOver } from "./language-model.ts";
import { type Patience, USUAL_PATIENCE } from "./patience.ts";
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
export function anthropic({ model, baseUrl, key, patience: given }: AnthropicOptions): Provider {
  const patience = { ...USUAL_PATIENCE, ...given };
  const create = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: key ?? "none", fetch: eventFetch(patience) });
  return providerOver(create(model), {
    kind: "anthropic",
    key,
    // What was said so far is read again with each turn.
    options: { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
    patience,
  });
}
