import { statSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../debugging/engine.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { realPath } from "../kernel/repo.ts";
import { repoState } from "../kernel/state.ts";
import type { Shell } from "./shell.ts";

/**
 * Makes the engine for a checkout.
 *
 * @param python the interpreter that the user named; without it the project's is found
 * @param env what the tests are to see
 * @throws FaultlineError where the folder or an interpreter that can import pytest is missing
 */
export async function makeEngine(
  shell: Pick<Shell, "packageRoot">,
  folder: string,
  python: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Engine> {
  checkRepo(folder);
  const repo = realPath(folder) ?? folder;
  return {
    repo,
    python: await interpreter(repo, python, env),
    env,
    probeDir: join(shell.packageRoot, "python-probe", "src"),
    state: repoState(repo, env),
    pytestArgs: [],
  };
}

/** @throws FaultlineError `not-found` */
export function checkRepo(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new FaultlineError("not-found", `${folder}: no such folder`);
  }
}

async function interpreter(repo: string, python: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const { findPython, namedPython } = await import("../install/python.ts");
  if (python !== undefined) return (await namedPython(python, repo, env)).path;
  const { interpreter, rejected } = await findPython(repo, env);
  if (interpreter) return interpreter.path;
  const seen = rejected.map(({ path, why }) => `${path}: ${why}`).join("; ");
  throw new FaultlineError("not-found", `no Python that can import pytest was found for ${repo}`, {
    hint: `name the project's with --python${seen && `; looked at ${seen}`}`,
  });
}
