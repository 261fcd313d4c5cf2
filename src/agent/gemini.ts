import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { eventFetch } from "./event-fetch.ts";
import { providerOver } from "./language-model.ts";
import { type Patience, USUAL_PATIENCE } from "./patience.ts";
import type { Provider } from "./provider.ts";
import { geminiThinking, type Thinking } from "./thinking.ts";

export interface GeminiOptions {
  model: string;
  /** Without path, such as `https://generativelanguage.googleapis.com`. */
  baseUrl: string;
  /** Undefined for a server that wants none. */
  key: string | undefined;
  /** As the model usually does, where it is left out. */
  thinking?: Thinking;
  patience?: Partial<Patience>;
}

/** A model behind the Gemini API, Gemma included. */
export function gemini({ model, baseUrl, key, thinking, patience: given }: GeminiOptions): Provider {
  const patience = { ...USUAL_PATIENCE, ...given };
  const create = createGoogleGenerativeAI({
    baseURL: `${baseUrl}/v1beta`,
    apiKey: key ?? "none",
    fetch: eventFetch(patience),
  });
  const thinkingConfig = thinking && geminiThinking(model, thinking);
  return providerOver(create(model), {
    kind: "gemini",
    key,
    ...(thinkingConfig ? { options: { providerOptions: { google: { thinkingConfig } } } } : {}),
    patience,
  });
}
