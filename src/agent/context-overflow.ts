import { FaultlineError } from "../kernel/errors.ts";

/** A conversation is longer than its model can read. */
export class ContextOverflow extends FaultlineError {
  constructor(message: string) {
    super("model-failed", message);
  }
}

/**
 * Whether a server's words say that a conversation is too long: llama.cpp ("exceeds the available context size"), Gemini
 * ("input token count (…) exceeds the maximum number of tokens"), the Messages API ("prompt is too long") and
 * chat/completions ("maximum context length", `context_length_exceeded`).
 */
export function saysTooLong(said: string): boolean {
  return /exceeds? the (?:available )?context|exceed_context_size|token count[^.]*exceeds|prompt is too long|maximum context length|context_length_exceeded/i.test(
    said,
  );
}
