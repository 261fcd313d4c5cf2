import { homedir } from "node:os";
import { join } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { type ProcessResult, run } from "../kernel/process.ts";

/** An interpreter that has pytest: one from the PATH, else one in an environment of the demo's own, kept in the cache. */
export async function pythonWithPytest(env: NodeJS.ProcessEnv, progress: (line: string) => void): Promise<string> {
  for (const python of ["python3", "python"]) {
    if (await hasPytest(python, env)) return python;
  }
  const cache = env["XDG_CACHE_HOME"];
  const folder = join(cache?.startsWith("/") ? cache : join(homedir(), ".cache"), "faultline", "demo-venv");
  const python = join(folder, "bin", "python");
  if (await hasPytest(python, env)) return python;
  progress(`no pytest found: making a virtual environment in ${folder} …`);
  await mustRun(["python3", "-m", "venv", "--clear", folder], env, "is Python 3 with venv installed?");
  progress("installing pytest into it …");
  const pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pytest"] as const;
  await mustRun(pip, env, "pip needs the package index for this");
  return python;
}

async function hasPytest(python: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const asked = await execute([python, "-c", "import pytest"], env, 30_000);
  return asked.exitCode === 0;
}

async function mustRun(argv: readonly [string, ...string[]], env: NodeJS.ProcessEnv, hint: string): Promise<void> {
  const ended = await execute(argv, env, 300_000);
  if (ended.exitCode === 0) return;
  const said = (ended.reason ?? ended.stderr).trim().split("\n").at(-1) ?? "";
  throw new FaultlineError("process-failed", `${argv.slice(0, 3).join(" ")} failed: ${said}`, { hint });
}

function execute(
  argv: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  deadline: number,
): Promise<ProcessResult> {
  return run({ argv, cwd: "/", env, deadline });
}
