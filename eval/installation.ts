import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { hookCommand, quoted } from "../src/install/entries.ts";
import { FaultlineError } from "../src/kernel/errors.ts";
import { ROOT } from "./root.ts";
import { quote, shell } from "./shell.ts";

const Answer = z.object({
  hookSpecificOutput: z.object({ hookEventName: z.string(), additionalContext: z.string() }),
});

/** What a hook call said. */
export interface HookCall {
  /** The text for the model; undefined when the hook was silent. */
  injection: string | undefined;
  /** Milliseconds of wall clock. */
  elapsed: number;
}

/**
 * Lays out what `install-claude` copies into a project: gate, hook, probe, settings. Gives back the folder.
 *
 * @param python the interpreter that the hook uses where a command does not tell
 */
export async function installHooks(folder: string, python: string, config: Record<string, unknown>): Promise<string> {
  if (!existsSync(join(ROOT, "dist", "hook.cjs"))) {
    throw new FaultlineError("not-found", "dist/hook.cjs is not there", { hint: "npm run build" });
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "local"), { recursive: true });
  for (const name of ["hook.cjs", "hook-main.cjs"]) await cp(join(ROOT, "dist", name), join(folder, name));
  await cp(join(ROOT, "hooks", "faultline-hook"), join(folder, "faultline-hook"));
  await cp(join(ROOT, "python-probe", "src"), join(folder, "probe"), {
    recursive: true,
    filter: (path) => !path.endsWith("__pycache__"),
  });
  await writeFile(join(folder, "config.json"), JSON.stringify(config));
  await writeFile(join(folder, "local", "node"), `${process.execPath}\n`);
  await writeFile(join(folder, "local", "python"), `${python}\n`);
  return folder;
}

/** The line that the client's shell is given, as a word for another shell: the gate is read by it, not started. */
export function hookLine(installation: string): string {
  return `sh -c ${quote(hookCommand(quoted(join(installation, "faultline-hook"))))}`;
}

/** Gives an installed hook a payload on its standard input, as the client does. */
export async function callHook(
  installation: string,
  payload: { cwd: string; session_id: string },
  env: NodeJS.ProcessEnv,
): Promise<HookCall> {
  const file = join(installation, `payload-${payload.session_id}.json`);
  await writeFile(file, JSON.stringify(payload));
  const called = await shell(`${hookLine(installation)} < ${quote(file)}`, { cwd: payload.cwd, env, deadline: 60_000 });
  await rm(file);
  if (called.exitCode !== 0)
    throw new FaultlineError("process-failed", `the hook ended with ${called.exitCode}: ${called.output}`);
  if (called.output.trim() === "") return { injection: undefined, elapsed: called.elapsed };
  const answer = Answer.parse(JSON.parse(called.output));
  return { injection: answer.hookSpecificOutput.additionalContext, elapsed: called.elapsed };
}
