import { FaultlineError } from "./errors.ts";

/** How tokens are counted: the encoding of current models of OpenAI; others' counts differ by some percent. */
export const tokenEncoding = "o200k_base";

/** Loads the counter; its table is large, so it is loaded on first use only. */
export function loadTokenCounter(): Promise<(text: string) => number> {
  throw new FaultlineError("internal", "not built yet");
}
