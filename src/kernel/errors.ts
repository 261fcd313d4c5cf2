/**
 * What went wrong, as a word that code can test. A bad request is the user's to mend
 * (exit code 2); the others say which outside part failed.
 */
export type ErrorCode =
  | "bad-request"
  | "not-found"
  | "not-writable"
  | "broken-config"
  | "process-failed"
  | "probe-failed"
  | "model-failed"
  | "internal";

/** The only error class that Faultline throws on purpose; its message is one line for a person. */
export class FaultlineError extends Error {
  readonly code: ErrorCode;
  /** What to do about it, in one sentence. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "FaultlineError";
    this.code = code;
    this.hint = options.hint;
  }
}

/** The one line of text that stands for anything that was thrown. */
export function describeError(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.split("\n", 1)[0] ?? "";
}
