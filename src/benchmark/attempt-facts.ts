import type { Attempt } from "../client/attempt.ts";
import type { FaultEvent } from "../proxy/events.ts";

/** Attempts of one call from which on one speaks of a storm. */
const STORM = 5;

/** What attempts tell by themselves. */
export interface AttemptFacts {
  calls: number;
  /** Requests sent. */
  attempts: number;
  retries: number;
  blindWriteRetries: number;
  retryStorms: number;
}

/** Counts what a session sent. Attempts that the agent refused itself were never sent. */
export function attemptFacts(attempts: readonly Attempt[]): AttemptFacts {
  const calls = byCall(attempts);
  const sent = calls.map((tries) => tries.filter(({ id }) => id !== null));
  return {
    calls: calls.length,
    attempts: sent.reduce((total, tries) => total + tries.length, 0),
    retries: sent.reduce((total, tries) => total + Math.max(0, tries.length - 1), 0),
    blindWriteRetries: sent.reduce((total, tries) => total + blindRetries(tries), 0),
    retryStorms: sent.filter((tries) => tries.length >= STORM).length,
  };
}

/**
 * Writes that were sent again although the one before may have been carried out, without a key by which the server
 * would know it again. An unknown session has surely done nothing; after a JSON-RPC error other arguments are another
 * request, the same ones are a repeat.
 */
function blindRetries(tries: readonly Attempt[]): number {
  return tries.filter((attempt, at) => {
    const earlier = tries[at - 1];
    if (!earlier || !attempt.write || earlier.outcome === "session_expired") return false;
    if (earlier.outcome === "protocol_error" && JSON.stringify(earlier.args) !== JSON.stringify(attempt.args))
      return false;
    const key = attempt.args["idempotency_key"];
    return key === undefined || key !== earlier.args["idempotency_key"];
  }).length;
}

/**
 * Milliseconds from each request that a fault hit to the end of the call that got its result all the same, by kind of
 * fault. Joined on the JSON-RPC id. Not counted: what the agent let pass as good, and calls that it gave up.
 */
export function recoveries(attempts: readonly Attempt[], events: readonly FaultEvent[]): Record<string, number[]> {
  const byKind: Record<string, number[]> = {};
  for (const { id, kind, landed } of events) {
    const hit = landed ? attempts.find((attempt) => attempt.id !== null && attempt.id === id) : undefined;
    const end = hit && attempts.find(({ call, outcome }) => call === hit.call && outcome === "ok")?.endMs;
    if (!hit || end === undefined || hit.outcome === "ok") continue;
    byKind[kind] ??= [];
    byKind[kind].push(end - hit.startMs);
  }
  return byKind;
}

function byCall(attempts: readonly Attempt[]): Attempt[][] {
  const calls = new Map<number, Attempt[]>();
  for (const attempt of attempts) {
    const tries = calls.get(attempt.call);
    if (tries) tries.push(attempt);
    else calls.set(attempt.call, [attempt]);
  }
  return [...calls.values()].map((tries) => tries.toSorted((one, other) => one.attempt - other.attempt));
}
