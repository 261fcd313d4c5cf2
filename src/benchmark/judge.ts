import type { Event } from "../proxy/events.ts";
import type { Attempt } from "./attempt.ts";
import type { NetworkState } from "./network-state.ts";
import type { SessionResult } from "./session-result.ts";
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

export type Judgement = Omit<SessionResult, "v" | "profile" | "agent" | "task" | "iteration" | "seed" | "tookMs">;

export declare function judgeSession(session: JudgedSession): Judgement;
