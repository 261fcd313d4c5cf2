import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Call, Engine } from "../../src/debugging/engine.ts";
import { probeDir, project, shellEnv } from "../probe/support.ts";

/** An engine for a folder of files that goes away with the test. */
export async function engineFor(
  files: Record<string, string>,
  python: string,
  more: Partial<Engine> = {},
): Promise<Engine> {
  const repo = await project(files);
  const state = await realpath(await mkdtemp(join(tmpdir(), "faultline-state-")));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
  return { repo, python, env: shellEnv(), probeDir, state, pytestArgs: [], ...more };
}

/** A call with time and room enough. */
export function call(more: Partial<Call> = {}): Call {
  return { deadline: 60_000, budgetTokens: 4_000, ...more };
}
