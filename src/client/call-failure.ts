import type { Outcome } from "./attempt.ts";

/** Why a call did not give what was asked for: one class for each thing that can go wrong. */
export abstract class CallFailure extends Error {
  abstract readonly outcome: Outcome;
  /** Whether the same request may well succeed a moment later. */
  abstract readonly retryable: boolean;
  /** Whether the server may have acted on the request all the same. */
  abstract readonly mayHaveActed: boolean;

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** No response within the time that the client gives a request. */
export class TimeoutFailure extends CallFailure {
  readonly outcome = "timeout";
  readonly retryable = true;
  readonly mayHaveActed = true;
}

/** The connection broke before the response was there. */
export class DisconnectedFailure extends CallFailure {
  readonly outcome = "disconnected";
  readonly retryable = true;
  readonly mayHaveActed = true;
}

/** The server no longer knows the session; it has not acted. */
export class SessionExpiredFailure extends CallFailure {
  readonly outcome = "session_expired";
  readonly retryable = true;
  readonly mayHaveActed = false;
}

/** What came as the response is no response of the protocol. */
export class MalformedFailure extends CallFailure {
  readonly outcome = "malformed";
  readonly retryable = true;
  readonly mayHaveActed = true;
}

/** Codes of JSON-RPC by which a server refuses a request for good: it would refuse it again. */
const REFUSALS: readonly number[] = [-32_700, -32_600, -32_601, -32_602];

/** A JSON-RPC error. */
export class ProtocolFailure extends CallFailure {
  readonly outcome = "protocol_error";
  readonly retryable: boolean;
  readonly mayHaveActed: boolean;
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
    this.retryable = !REFUSALS.includes(code);
    this.mayHaveActed = this.retryable;
  }
}

/** A result with `isError`: the tool itself says that it failed. */
export class ToolFailure extends CallFailure {
  readonly outcome = "tool_error";
  readonly retryable = true;
  readonly mayHaveActed = true;
}

/** A result older than what the agent has already seen or written. */
export class StaleFailure extends CallFailure {
  readonly outcome = "stale";
  readonly retryable = true;
  readonly mayHaveActed = true;
}

/** A result that does not keep to the tool's `outputSchema`. */
export class InvalidOutputFailure extends CallFailure {
  readonly outcome = "invalid_output";
  readonly retryable: boolean;
  readonly mayHaveActed = true;

  /** @param lasting the tool has changed, so it would come in the same shape again */
  constructor(message: string, lasting = false) {
    super(message);
    this.retryable = !lasting;
  }
}

/** The agent did not send the request, or does not send it again: a breaker is open, a budget spent, a repeat unsafe. */
export class RefusedFailure extends CallFailure {
  readonly outcome = "refused";
  readonly retryable = false;
  readonly mayHaveActed = false;
  /** Milliseconds after which it may be sent; undefined: never. */
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
