import type { DebuggingAgent } from "./agent.ts";
import type { Arm } from "./arm.ts";
import { keyText, type SessionKey } from "./result.ts";

/** A session that is to be run. */
export interface Planned {
  key: SessionKey;
  arm: Arm;
  agent: DebuggingAgent;
}

/**
 * All sessions of a run. Those that will be compared with each other stand next to each other, so that whatever changes
 * on the machine in the meantime meets all arms; which arm goes first changes from one repetition and case to the next.
 * What is named twice is run once.
 *
 * @param cases names of the cases
 */
export function planSessions(
  cases: readonly string[],
  arms: readonly Arm[],
  agents: readonly DebuggingAgent[],
  repetitions: number,
): Planned[] {
  const counts = Array.from({ length: repetitions }, (_, index) => index + 1);
  const all = counts.flatMap((repetition) =>
    cases.flatMap((name, at) =>
      agents.flatMap((agent) =>
        rotated(arms, at + repetition - 1).map((arm) => ({
          key: { case: name, arm: arm.name, agent: agent.name, repetition },
          arm,
          agent,
        })),
      ),
    ),
  );
  return [...new Map(all.map((planned) => [keyText(planned.key), planned])).values()];
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const start = by % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)];
}
