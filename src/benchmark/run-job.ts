import type { Provider } from "../agent/provider.ts";
import { parseProfile } from "../faults/profile.ts";
import type { Profile } from "../faults/rule.ts";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { runSession } from "./session.ts";
import { type ProfileText, type SessionJob, SessionOutcome } from "./session-job.ts";
import { hasFailed } from "./session-result.ts";

const profiles = new Map<string, Profile>();

/** Runs one session in memory; what goes wrong around it is an outcome, too. */
export async function runJob(job: SessionJob, env: NodeJS.ProcessEnv): Promise<SessionOutcome> {
  try {
    const { agent, task, iteration } = job;
    const request = { profile: profileOf(job.source), agent, task, iteration, over: "memory" as const };
    const model = job.model === undefined ? undefined : await providerOf(job.model, env);
    const { result, attempts, events } = await runSession(model ? { ...request, model } : request);
    // In the order of the schema, as it is after the way through a database.
    return SessionOutcome.parse(hasFailed(result) ? { result, trace: { attempts, events } } : { result });
  } catch (error) {
    return { problem: describeError(error) };
  }
}

/** Loaded where it is needed: scripted agents have no use for it. */
async function providerOf(model: string, env: NodeJS.ProcessEnv): Promise<Provider> {
  const { providerFrom } = await import("../agent/provider-from.ts");
  return providerFrom(model, env);
}

/**
 * Reads the text of a profile once.
 *
 * @throws FaultlineError `bad-request` with its first mistake
 */
function profileOf({ file, text }: ProfileText): Profile {
  const known = profiles.get(text);
  if (known) return known;
  const read = parseProfile(text, file);
  if ("mistakes" in read) {
    const [first] = read.mistakes;
    throw new FaultlineError("bad-request", `${file}:${first?.line}: ${first?.field}: ${first?.message}`);
  }
  profiles.set(text, read.profile);
  return read.profile;
}
