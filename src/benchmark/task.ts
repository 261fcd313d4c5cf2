import type { z } from "zod";
import type { Caller } from "../client/caller.ts";
import type { Random } from "../kernel/random.ts";
import type { Incident, MaintenanceWindow, NetworkState } from "../network/state.ts";

/** A kind of work on the network, of which a seed makes one assignment. */
export interface Task {
  name: string;
  /** One line for a person. */
  description: string;
  /** Draws what is to be done in this network. Pure. */
  assign(state: NetworkState, random: Random): Assignment;
}

/** One piece of work, with the truth about it. */
export interface Assignment {
  /** All that a language model is told. */
  prompt: string;
  /** Shape of the answer; a model submits one of it. */
  answer: z.ZodType;
  /**
   * Does the work as a script does that trusts what tools tell it.
   *
   * @throws CallFailure of a call that the agent gave up
   */
  run(caller: Caller): Promise<unknown>;
  /** What must exist afterwards besides what was there: in any order, nothing more and nothing less. */
  writes: readonly ExpectedWrite[];
  /** The right answer; `ids` are those that the server gave to `writes`, in their order. */
  truth(ids: readonly string[]): unknown;
}

/** A record that the task must make, apart from its id. */
export type ExpectedWrite =
  | { kind: "window"; record: Omit<MaintenanceWindow, "window_id"> }
  | { kind: "incident"; record: Omit<Incident, "incident_id"> };
