import type { Provider } from "../agent/provider.ts";
import type { Profile } from "../faults/profile.ts";
import type { FaultSource } from "../faults/source.ts";
import type { Event } from "../proxy/events.ts";
import type { Attempt } from "./attempt.ts";
import type { Ending } from "./judge.ts";
import type { SessionResult } from "./session-result.ts";

export interface SessionRequest {
  profile: Profile;
  /** A name of `AGENTS`, or of an agent that needs `model`. */
  agent: string;
  task: string;
  /** From 0. */
  iteration: number;
  /** `stdio` starts the real proxy and the real server with `program`, the command line of this program. */
  over: "memory" | { program: readonly string[] };
  model?: Provider;
  /** Instead of the profile's rules: replay, shrinking. */
  source?: FaultSource;
  signal?: AbortSignal;
}

export interface Session {
  result: SessionResult;
  ending: Ending;
  attempts: Attempt[];
  events: Event[];
}

export declare function runSession(request: SessionRequest): Promise<Session>;
