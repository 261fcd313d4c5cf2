import { cp, mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { explain } from "../../src/hook/explain.ts";
import type { HookDeps } from "../../src/hook/handler.ts";
import { run } from "../../src/kernel/process.ts";
import { findPythons } from "../support/pythons.ts";

/** A copy of the demo's shop in a folder of its own, with its settings and a Python that has pytest. */
export interface Scene {
  repo: string;
  python: string;
  state: string;
  deps: Omit<HookDeps, "decided">;
}

export async function shop(config: object = { minFiles: 0, minLines: 0 }): Promise<Scene> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "faultline-hook-")));
  const repo = join(folder, "shop");
  await cp(resolve("templates/demo"), repo, { recursive: true });
  await mkdir(join(repo, ".git"));
  await mkdir(join(repo, ".claude", "faultline"), { recursive: true });
  await writeFile(join(repo, ".claude", "faultline", "config.json"), JSON.stringify(config));
  const [found] = await findPythons();
  if (!found) throw new Error("no Python with pytest on this machine");
  const state = join(folder, "state");
  const env = { PATH: process.env["PATH"], HOME: folder, XDG_STATE_HOME: state, PYTHONDONTWRITEBYTECODE: "1" };
  const deps = {
    env,
    installation: join(repo, ".claude", "faultline"),
    probeDir: resolve("python-probe/src"),
    now: Date.now,
    remember: true,
  };
  return { repo, python: found.python, state, deps };
}

/** Runs a shell line as the client's Bash tool does, and makes the payload that the client would send. */
export async function bash({ repo, deps }: Scene, command: string, session = "s"): Promise<object> {
  const ran = await run({
    argv: ["/bin/sh", "-c", `{ ${command}\n} 2>&1`],
    cwd: repo,
    env: deps.env,
    deadline: 60_000,
  });
  const common = { session_id: session, cwd: repo, tool_name: "Bash", tool_input: { command } };
  if (ran.exitCode !== 0) {
    return { ...common, hook_event_name: "PostToolUseFailure", error: `Exit code ${ran.exitCode}\n${ran.stdout}` };
  }
  const response = { stdout: ran.stdout, stderr: "", interrupted: false };
  return { ...common, hook_event_name: "PostToolUse", tool_response: response };
}

/** The name of the silence rule that fired, or the text for the model. */
export async function answer(payload: unknown, deps: Scene["deps"]): Promise<string> {
  const { decisions, text } = await explain(payload, deps);
  if (text !== undefined) return text;
  const silent = decisions.find(({ outcome }) => outcome.startsWith("silence"));
  return silent ? `silence by ${silent.what}` : `silence: ${decisions.at(-1)?.what} ${decisions.at(-1)?.outcome}`;
}
