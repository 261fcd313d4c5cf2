import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Call, Engine } from "../../src/debugging/engine.ts";
import { probeDir, shellEnv } from "../probe/support.ts";
import { findPythons } from "../support/pythons.ts";

/** An engine on a checkout; without an interpreter and a state folder, for what runs nothing. */
export function idleEngine(repo: string, more: Partial<Engine> = {}): Engine {
  return { repo, python: "/nowhere/python", env: shellEnv(), probeDir, state: "/nowhere", pytestArgs: [], ...more };
}

/** An engine that can run tests, with a state folder outside of the checkout that goes away with the test. */
export async function runningEngine(repo: string, more: Partial<Engine> = {}): Promise<Engine> {
  const state = await mkdtemp(join(tmpdir(), "faultline-state-"));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
  return idleEngine(repo, { state, python: await anyPython(), ...more });
}

export function callOf(more: Partial<Call> = {}): Call {
  return { deadline: 100_000, budgetTokens: 4000, ...more };
}

/** One of the Pythons of this machine: these tests are not about versions. */
export async function anyPython(): Promise<string> {
  const pythons = await findPythons();
  const chosen = pythons.find(({ version }) => version === "3.12") ?? pythons.at(-1);
  if (!chosen) throw new Error("no Python with pytest on this machine");
  return chosen.python;
}
