import { makeCaller } from "../client/agents.ts";
import { createEngine } from "../faults/engine.ts";
import type { Profile } from "../faults/rule.ts";
import { CONTROL_AGENTS, type ControlAgent } from "./control-agents.ts";
import { judgeSession } from "./judge.ts";
import { memoryStage } from "./memory-stage.ts";
import { play } from "./play.ts";
import { assignmentOf, sessionSeed } from "./session.ts";
import type { Verdict } from "./session-result.ts";

/** What a control showed of one scenario: a task with the network that it has under a profile. */
export interface ControlResult {
  profile: string;
  task: string;
  /** Name of the agent that is known to be good or bad. */
  control: string;
  wanted: Verdict;
  got: Verdict;
  held: boolean;
  /** Why it got that verdict; empty for a success. */
  reason: string;
}

/**
 * Shows for each scenario that its task can be done and that its judge tells good from bad: the faithful agent must
 * succeed and each bad one get the verdict that it has earned. No fault is injected; the agents make the mistakes
 * themselves.
 */
export async function runControls(profiles: readonly Profile[], tasks: readonly string[]): Promise<ControlResult[]> {
  const results: ControlResult[] = [];
  for (const profile of profiles) {
    for (const task of tasks) {
      for (const control of CONTROL_AGENTS) {
        const result = await runControl(profile, task, control);
        if (result) results.push(result);
      }
    }
  }
  return results;
}

/** Undefined where the control does not apply: it is about writes and the task has none. */
async function runControl(profile: Profile, task: string, control: ControlAgent): Promise<ControlResult | undefined> {
  const seed = sessionSeed(profile, task, 0);
  const { network, assignment } = assignmentOf(task, seed);
  if (control.writesOnly && assignment.writes.length === 0) return undefined;
  const source = createEngine({ ...profile, rules: [] }, seed);
  const stage = memoryStage({ network, source, profile: profile.name, seed });
  const played = await play(stage, async (client) => {
    const isWrite = (tool: string) => client.tools.some(({ name, readOnly }) => name === tool && !readOnly);
    const caller = control.over(makeCaller("naive", client, stage.clock, seed), isWrite);
    return { answer: await assignment.run(caller) };
  });
  const { verdict: got, reason } = judgeSession({ ...played, assignment, before: network });
  const { name, verdict: wanted } = control;
  return { profile: profile.name, task, control: name, wanted, got, held: got === wanted, reason };
}
