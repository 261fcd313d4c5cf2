/** A tool as a model is told of it. */
export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of its arguments. */
  inputSchema: Record<string, unknown>;
}

/** A tool call that a model asks for. `args` undefined: what it wrote is no JSON object; `raw` is that text. */
export interface ToolCall {
  id: string;
  name: string;
  args: Record<string, unknown> | undefined;
  raw: string;
}

/** One entry of a conversation, the same for all providers. */
export type Message =
  | { role: "user"; text: string }
  /** `opaque`: the provider's own form of this turn, sent back as it came (signatures, thoughts). */
  | { role: "assistant"; text: string; calls: ToolCall[]; opaque?: unknown }
  | { role: "tool"; callId: string; name: string; text: string; isError: boolean };

/** Tokens that the provider counted; cached ones are part of `input`. */
export interface Usage {
  input: number;
  output: number;
  cached: number;
  /** The server has not told all of them: it was stopped, or never does. They are as many at least. */
  unreported?: true;
}

export interface Turn {
  text: string;
  calls: ToolCall[];
  opaque?: unknown;
  /** `length`: it was cut, so its last call may lack arguments. `invalid`: the server found the call that was written to be none; `stopped`: who watched has ended it. */
  stop: "end" | "tools" | "length" | "refusal" | "invalid" | "stopped";
  usage: Usage;
}

/** How far a turn is. */
export interface SoFar {
  /** Thoughts, text and arguments of calls, in the order in which they came. */
  written: string;
  /** Tokens of the prompt that the server has read, where it tells. */
  reading: { done: number; total: number } | undefined;
  /** Tokens that were written, where the server tells already. */
  output: number | undefined;
}

/** Is told of a turn while it is written; `false` ends it. */
export type Watch = (soFar: SoFar) => boolean;

/** What the next turn is asked with. */
export interface TurnRequest {
  system: string;
  messages: readonly Message[];
  tools: readonly ToolSpec[];
  /** Wants a tool call, where the server can be made to see to it. */
  mustCall?: boolean;
  /** Most tokens of the turn, thoughts included; 4,096 where it is left out. */
  maxTokens?: number;
  watch?: Watch;
  /** Is told of the tokens of each attempt that broke off, as far as the server had told of them. */
  lost?(usage: Usage): void;
  signal?: AbortSignal;
}

/** A language model behind some server. */
export interface Provider {
  /** Such as `openai-compatible qwen2.5-coder`. */
  readonly name: string;
  /**
   * Asks for the next turn.
   *
   * @throws FaultlineError `model-failed` with what the server said, secrets redacted, after retries of what is passing;
   * a ContextOverflow where the conversation is too long for the model
   */
  next(request: TurnRequest): Promise<Turn>;
}
