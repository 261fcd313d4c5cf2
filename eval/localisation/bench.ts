import { join } from "node:path";
import type { Engine } from "../../src/debugging/engine.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import type { Workshop } from "../checkout.ts";
import { cleanEnv, importsOf, venv } from "../environment.ts";
import { interpreterFor } from "../interpreters.ts";
import type { PublicBug, Suite } from "../manifest.ts";
import { ROOT } from "../root.ts";

/** Where and with what the bugs of one project are measured. */
export interface Bench {
  shop: Workshop;
  python: string;
  suite: Suite;
  /** The environment that the tests are to see. */
  env: NodeJS.ProcessEnv;
  /** Folder of the clues, one file for each bug. */
  clues: string;
}

/** Prepares the environment of a project, once. */
export async function prepareBench(
  project: string,
  bugs: readonly PublicBug[],
  options: { work: string; repos: string | undefined; pythons: readonly string[] },
): Promise<Bench> {
  const [bug] = bugs;
  const suite = bug?.suite;
  if (!suite) throw new FaultlineError("broken-config", `eval/cases/${project}.json does not say what its suite is`);
  const bare = cleanEnv(options.work);
  const made = await venv(
    join(options.work, "venvs", project),
    await interpreterFor(bug, options.pythons),
    ["pytest", ...suite.requires],
    [],
    bare,
  );
  return {
    shop: { work: options.work, repos: options.repos, env: bare },
    python: made.python,
    suite,
    env: { ...cleanEnv(options.work, made), ...importsOf(suite) },
    clues: join(options.work, "clues", project),
  };
}

/** Faultline as it works on a checkout, with a state of its own. */
export function engineFor(repo: string, { python, env, shop }: Bench): Engine {
  const probeDir = join(ROOT, "python-probe", "src");
  return { repo, python, env, probeDir, state: join(shop.work, "state"), pytestArgs: [] };
}
