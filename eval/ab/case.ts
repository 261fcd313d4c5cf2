import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { checkout, fixDiff, type Workshop } from "../checkout.ts";
import { findTruth } from "../context/truth.ts";
import { type Bug, testModules } from "../manifest.ts";
import { progress } from "../options.ts";
import { ROOT } from "../root.ts";
import type { Known } from "./agent.ts";
import { plantHidden, visibleTests } from "./hidden.ts";
import { roleOf } from "./roles.ts";
import { type Secrets, secretsOf } from "./secrets.ts";
import { passes, type Runner, runTests, type TestRun } from "./test-run.ts";
import { copyTree } from "./trees.ts";

/** A bug that is ready for sessions. All its folders lie out of the agents' reach. */
export interface Case {
  /** Such as "youtube-dl/8". */
  name: string;
  bug: Bug;
  known: Known;
  runner: Runner;
  /** The tests that agents are told of. */
  visible: string[];
  /** The buggy version with the tests of the fixed one; copied, never changed. */
  tree: string;
  /** Tests of the same files that pass before and after the fix. */
  steady: string[];
  /** For each of the other forms of the visible tests (see `plantHidden`), whether it passes with the fix. */
  sound: boolean[];
  /** What no agent may find. */
  secrets: Secrets;
  /** Why nothing can be said by this bug here, such as a test that does not fail. */
  void: string | undefined;
}

export function nameOf(bug: Bug): string {
  return `${bug.project}/${bug.id}`;
}

/** What installed Faultline has of Python code. */
const PROBE = join(ROOT, "python-probe", "src");

/** The libraries of a test environment. */
export function librariesOf({ python }: Runner): string {
  return join(python, "..", "..", "lib");
}

/** Checks a bug out, and runs its tests before and after the fix. */
export async function prepareCase(bug: Bug, shop: Workshop, runner: Runner): Promise<Case> {
  const diff = await fixDiff(bug, shop);
  const fixed = await checkout(bug, "fixed", shop);
  const tree = await checkout(bug, "buggy", shop);
  const truth = await findTruth(diff, tree, fixed, { python: runner.python, env: shop.env });
  const trial = (side: string) => join(shop.work, "trials", bug.project, `${bug.id}-${side}`);
  const changed = await changedFiles(tree, fixed);
  const visible = visibleTests(bug);
  await copyTree(tree, trial("before"));
  const failing = await runTests(trial("before"), visible, runner);
  const before = await runTests(trial("before"), testModules(bug), runner);
  await copyTree(fixed, trial("after"));
  const mended = await runTests(trial("after"), visible, runner);
  const { variants } = await plantHidden(bug, trial("after"), runner);
  const after = await runTests(trial("after"), [...testModules(bug), ...variants], runner);
  const sound = variants.map((test) => passes(after, test));
  const problem = problemOf(failing, mended) ?? unmended(bug, after);
  const mistaken = problem ? [] : variants.filter((test, n) => !test.includes("::") && !sound[n]);
  for (const file of mistaken)
    progress(`${nameOf(bug)}: the judge's ${file} does not pass with the fix, and counts for nothing`);
  return {
    name: nameOf(bug),
    bug,
    known: { bug, truth, fixed: changed },
    runner,
    visible,
    tree,
    steady: before.passed.filter((test) => passes(after, test)),
    sound,
    secrets: await secretsOf(bug, changed, [tree, librariesOf(runner), PROBE]),
    void: problem,
  };
}

function problemOf(failing: TestRun, mended: TestRun): string | undefined {
  if (failing.exitCode !== 1) return `the tests do not fail before the fix: ${failing.summary}`;
  return mended.exitCode === 0 ? undefined : `the tests do not pass after the fix: ${mended.summary}`;
}

/** Nobody could satisfy a judge with a test of the fix that fails with it, too. */
function unmended({ tests }: Bug, after: TestRun): string | undefined {
  const test = tests.find((one) => !passes(after, one));
  return test && `a test of the fix fails with it as well, ${test}: ${after.summary}`;
}

/** What one tree has otherwise than another, tests left out. */
async function changedFiles(from: string, to: string): Promise<Map<string, string | undefined>> {
  const old = await textsOf(from);
  const now = await textsOf(to);
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
  return new Map(changed.map((path) => [path, now.get(path)]));
}

async function textsOf(folder: string): Promise<Map<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => relative(folder, join(file.parentPath, file.name)))
    .filter((path) => !path.startsWith(".git/") && path.endsWith(".py") && roleOf(path) === "code");
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const)),
  );
}
