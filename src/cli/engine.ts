import { statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Engine } from "../debugging/engine.ts";
import type { Rejected } from "../install/python.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { isInside } from "../kernel/files.ts";
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
  const { path, notes } = await interpreter(repo, python, env);
  return {
    repo,
    python: path,
    pythonNotes: notes,
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

interface Chosen {
  path: string;
  notes: string[];
}

async function interpreter(repo: string, python: string | undefined, env: NodeJS.ProcessEnv): Promise<Chosen> {
  const { findPython, namedPython } = await import("../install/python.ts");
  if (python !== undefined) return { path: (await namedPython(python, repo, env)).path, notes: [] };
  const { interpreter, rejected } = await findPython(repo, env);
  if (interpreter) return { path: interpreter.path, notes: passedOver(repo, interpreter.path, rejected) };
  const seen = rejected.map(({ path, why }) => `${path}: ${why}`).join("; ");
  throw new FaultlineError("not-found", `no Python that can import pytest was found for ${repo}`, {
    hint: `name the project's with --python${seen && `; looked at ${seen}`}`,
  });
}

/** An environment of the project that does not serve is most likely the one that was meant. */
function passedOver(repo: string, used: string, rejected: readonly Rejected[]): string[] {
  const own = rejected.filter(({ path }) => isInside(repo, path));
  return own.map(({ path, why }) => {
    const what = /No module named ['"]?pytest\b/.test(why) ? "has no pytest" : `cannot import pytest (${why})`;
    return `${relative(repo, path)} ${what}; ${isInside(repo, used) ? relative(repo, used) : used} is used`;
  });
}
