import type { Profile } from "../faults/profile.ts";
import type { Verdict } from "./session-result.ts";

/** What a negative control showed of one scenario (a task with the seed that it has under a profile). */
export interface ControlResult {
  profile: string;
  task: string;
  /** The agent, known to be good or bad. */
  control: string;
  wanted: readonly Verdict[];
  got: Verdict;
  held: boolean;
}

export declare function runControls(profiles: readonly Profile[], tasks: readonly string[]): Promise<ControlResult[]>;
