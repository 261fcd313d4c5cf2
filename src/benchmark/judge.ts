import { createHash } from "node:crypto";
import type { Attempt } from "../client/attempt.ts";
import type { NetworkState } from "../network/state.ts";
import type { Event, FaultEvent } from "../proxy/events.ts";
import { answerDifference } from "./answer-difference.ts";
import { attemptFacts, recoveries } from "./attempt-facts.ts";
import { type Changes, changesOf } from "./network-changes.ts";
import type { SessionResult, Verdict } from "./session-result.ts";
import type { Assignment } from "./task.ts";

/** How a session ended: with an answer, or with a failure that the agent reported. */
export type Ending = { answer: unknown } | { failure: string };

export interface JudgedSession {
  assignment: Assignment;
  ending: Ending;
  before: NetworkState;
  after: NetworkState;
  attempts: readonly Attempt[];
  events: readonly Event[];
}

export type Judgement = Omit<
  SessionResult,
  "v" | "profile" | "profileSeed" | "agent" | "task" | "iteration" | "seed" | "tookMs"
>;

/**
 * Holds a session against the truth: the definition of the network, and what has become of it.
 *
 * - `success`, `recovered`: answer and network are exactly right; recovered if any attempt had failed on the way.
 * - `failed_detected`: the agent said that it failed, whatever it left behind (doubled writes are counted all the same).
 * - `failed_silent`: it gave an answer, and answer or network are not right.
 */
export function judgeSession({ assignment, ending, before, after, attempts, events }: JudgedSession): Judgement {
  const changes = changesOf(before, after, assignment.writes);
  const faults = events.filter((event): event is FaultEvent => event.event === "fault");
  const rules = events.flatMap((event) => (event.event === "start" ? event.rules : []));
  return {
    ...verdictOf(assignment, ending, changes, attempts),
    void: rules.length > 0 && !faults.some(({ landed }) => landed),
    ...attemptFacts(attempts),
    duplicateWrites: changes.duplicates,
    fired: firings(rules, faults),
    recoveryMs: recoveries(attempts, faults),
    digest: createHash("sha256")
      .update(JSON.stringify([faults, attempts]))
      .digest("hex"),
  };
}

function verdictOf(
  assignment: Assignment,
  ending: Ending,
  changes: Changes,
  attempts: readonly Attempt[],
): { verdict: Verdict; reason: string } {
  if ("failure" in ending) return { verdict: "failed_detected", reason: ending.failure };
  const problem = problemOf(assignment, ending.answer, changes);
  if (problem !== undefined) return { verdict: "failed_silent", reason: problem };
  const smooth = attempts.every(({ outcome }) => outcome === "ok");
  return { verdict: smooth ? "success" : "recovered", reason: "" };
}

function problemOf({ answer: shape, truth }: Assignment, answer: unknown, changes: Changes): string | undefined {
  if (changes.duplicates > 0) return `the same record was made ${changes.duplicates + 1} times`;
  const [wrong] = changes.wrong;
  if (wrong !== undefined) return wrong;
  const ids = changes.ids.filter((id) => id !== undefined);
  return answerDifference(shape, answer, truth(ids));
}

function firings(rules: readonly string[], faults: readonly FaultEvent[]): Record<string, number> {
  const counts = Object.fromEntries(rules.map((rule) => [rule, 0]));
  for (const { rule, landed } of faults) if (landed) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}
