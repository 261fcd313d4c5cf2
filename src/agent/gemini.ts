import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { boundedFetch } from "./bounded-fetch.ts";
import { type Patience, providerOver } from "./language-model.ts";
import type { Provider } from "./provider.ts";

export interface GeminiOptions {
  model: string;
  /** Without path, such as `https://generativelanguage.googleapis.com`. */
  baseUrl: string;
  /** Undefined for a server that wants none. */
  key: string | undefined;
  patience?: Partial<Patience>;
}

/** A model behind the Gemini API, Gemma included. */
export function gemini({ model, baseUrl, key, patience }: GeminiOptions): Provider {
  const create = createGoogleGenerativeAI({ baseURL: `${baseUrl}/v1beta`, apiKey: key ?? "none", fetch: boundedFetch });
  return providerOver(create(model), { kind: "gemini", key, ...(patience ? { patience } : {}) });
}
