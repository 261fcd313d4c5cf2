import { join } from "node:path";
import type { Engine } from "../debugging/engine.ts";
import { claimFile } from "../kernel/claim.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/files.ts";

/**
 * Claims a checkout for one agent: two would run and judge each other's changes.
 *
 * @returns gives it up again
 * @throws FaultlineError `bad-request` where another is at work
 */
export async function claimCheckout({ repo, state }: Pick<Engine, "repo" | "state">): Promise<() => Promise<void>> {
  const file = join(state, "agent");
  const claimed = await claimIn(state, file);
  if ("giveUp" in claimed) return claimed.giveUp;
  throw new FaultlineError("bad-request", `process ${claimed.holder} is another agent at work on ${repo}`, {
    hint: `wait for it, or use another checkout; if that process is no faultline agent, remove ${file}`,
  });
}

async function claimIn(state: string, file: string) {
  try {
    makeFolder(state, 0o700);
    return await claimFile(file);
  } catch {
    // Where nothing can be remembered, work goes on, as all of Faultline does.
    return { giveUp: () => Promise.resolve() };
  }
}
