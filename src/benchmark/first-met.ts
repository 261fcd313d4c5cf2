import { runSession, type SessionRequest } from "./session.ts";

/**
 * The first iteration of a scripted agent's sessions in which a fault lands, on simulated time; undefined where there is
 * none among the first `most`, or the signal fires.
 *
 * @throws FaultlineError `bad-request` for an unknown agent or task
 */
export async function firstMet(
  { profile, agent, task, signal }: Pick<SessionRequest, "profile" | "agent" | "task" | "signal">,
  most: number,
): Promise<number | undefined> {
  for (let iteration = 0; iteration < most && !signal?.aborted; iteration += 1) {
    const { result } = await runSession({ profile, agent, task, iteration, over: "memory" });
    if (!result.void) return iteration;
  }
  return undefined;
}
