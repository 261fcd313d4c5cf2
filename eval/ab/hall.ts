import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Workshop } from "../checkout.ts";
import { cleanEnv, venv } from "../environment.ts";
import type { Bug } from "../manifest.ts";
import { type Case, prepareCase } from "./case.ts";
import { isolationHere } from "./confinement.ts";
import type { Options } from "./options.ts";
import type { Hall } from "./run-session.ts";

const LIMITS = { seconds: 900, turns: 80 };

/** Makes the folders of a run, and finds out how agents can be kept in. */
export async function openHall(options: Options): Promise<Hall> {
  const { work, out, repos, seed } = options;
  for (const folder of [join(work, "home"), join(work, "sessions"), out]) await mkdir(folder, { recursive: true });
  return { work, out, repos, seed, isolation: await isolationHere(cleanEnv(work)), limits: LIMITS };
}

/** Makes bugs ready, each in the test environment of its project. */
export function preparer({ work, repos, python }: Options): (bug: Bug) => Promise<Case> {
  const bare = cleanEnv(work);
  const shop: Workshop = { work, repos, env: bare };
  return async (bug) => {
    const requires = bug.kind === "public" ? (bug.suite?.requires ?? []) : [];
    const made = await venv(join(work, "venvs", bug.project), python, ["pytest", ...requires], [], bare);
    return prepareCase(bug, shop, { python: made.python, env: cleanEnv(work, made) });
  };
}
