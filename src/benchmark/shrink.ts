import { parseProfile } from "../faults/profile.ts";
import { replaySource } from "../faults/replay.ts";
import type { Profile } from "../faults/rule.ts";
import { toProfile } from "../faults/write-profile.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { minimise } from "../kernel/minimise.ts";
import type { FaultEvent } from "../proxy/events.ts";
import { LLM_AGENT_NAMES } from "./llm-agent.ts";
import type { SessionRun } from "./run-folder.ts";
import { runSession } from "./session.ts";
import { hasFailed, type SessionResult } from "./session-result.ts";

/** The fewest faults found that still break an agent in the same way. */
export interface Shrunk {
  before: FaultEvent[];
  faults: FaultEvent[];
  /** Without any one of them the session ends otherwise. */
  minimal: boolean;
  /** Sessions that were run to find it. */
  sessions: number;
  /** The text of a profile that gives them again. */
  profile: string;
  /** Of the session under that profile. */
  result: SessionResult;
}

/**
 * Finds the faults of a failed session that it takes: sessions are run again with ever fewer of them (delta debugging),
 * until leaving out any one gives another verdict.
 *
 * @throws FaultlineError `bad-request` where the session did not fail, does not repeat, or fails without faults as well
 */
export async function shrinkRun({ result, events }: SessionRun): Promise<Shrunk> {
  if (!hasFailed(result)) throw refuse(result, `ended with ${result.verdict}`, "only failures can be shrunk");
  if (LLM_AGENT_NAMES.includes(result.agent)) {
    throw refuse(result, "was a model's", "only a scripted agent does the same again");
  }
  const before = events.filter((event) => event.event === "fault");
  let sessions = 0;
  const replay = async (faults: readonly FaultEvent[]) => {
    sessions += 1;
    return await replayed(result, faults);
  };
  const fails = async (faults: readonly FaultEvent[]) => (await replay(faults)).verdict === result.verdict;
  const again = await replay(before);
  if (again.verdict !== result.verdict) {
    throw refuse(result, `ends with ${again.verdict} now instead of ${result.verdict}`, "run it again, then shrink");
  }
  if (await fails([])) throw refuse(result, "fails without any fault as well", "the agent or the task is to blame");
  const { items: faults, minimal } = await minimise(before, fails);
  const under = await underProfile(result, profileText(result, faults));
  // Fewer faults may do less harm: what the profile says of itself is what it does.
  const profile = profileText({ ...result, reason: under.reason }, faults);
  return { before, faults, minimal, sessions, profile, result: under };
}

async function replayed(result: SessionResult, faults: readonly FaultEvent[]): Promise<SessionResult> {
  const { agent, task, iteration } = result;
  const profile: Profile = { name: result.profile, description: "", seed: result.profileSeed, rules: [] };
  const source = replaySource(faults);
  const session = await runSession({ profile, agent, task, iteration, over: "memory", source });
  return session.result;
}

/** What is written down must break the agent as the faults did. */
async function underProfile(result: SessionResult, text: string): Promise<SessionResult> {
  const { agent, task, iteration } = result;
  const read = parseProfile(text, "the profile that was made");
  if (!("profile" in read)) throw new FaultlineError("internal", `a profile with mistakes was made: ${text}`);
  const session = await runSession({ profile: read.profile, agent, task, iteration, over: "memory" });
  if (session.result.verdict === result.verdict) return session.result;
  throw new FaultlineError("internal", `the profile that was made ends with ${session.result.verdict}: ${text}`);
}

/** With the seed of the old profile, which decides the network and the task. */
function profileText(result: SessionResult, faults: readonly FaultEvent[]): string {
  const { profile, profileSeed, agent, task, iteration, verdict, reason } = result;
  const description = `The fewest faults of ${profile} that break the ${agent} agent at ${task}, iteration ${iteration}: ${verdict}, ${reason}`;
  const name = [profile, agent, task, iteration].join("-").slice(0, 64);
  return `seed = ${profileSeed}\n${toProfile(name, faults, description)}`;
}

function refuse({ profile, agent, task, iteration }: SessionResult, what: string, hint: string): FaultlineError {
  return new FaultlineError("bad-request", `the session of ${profile}, ${agent}, ${task}, ${iteration} ${what}`, {
    hint,
  });
}
