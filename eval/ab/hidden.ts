import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Bug } from "../manifest.ts";
import { CASES, ROOT } from "../root.ts";
import { must } from "../shell.ts";
import { type Runner, withoutParameters } from "./test-run.ts";

/** Tests that the agent never sees, put into a clean checkout. */
export interface Planted {
  /** Further tests of the real fix. */
  others: string[];
  /** Other forms of the visible tests, as node ids or files: who passes those and not these saw to a test, not to the bug. */
  variants: string[];
}

/** The tests of a bug that an agent is told of: of several, those of the first function. */
export function visibleTests(bug: Bug): string[] {
  const [first = ""] = bug.tests;
  return bug.tests.filter((test) => withoutParameters(test) === withoutParameters(first));
}

/** The folder of the tests that were written for the judge: files with the paths that they get in the repository. */
export function hiddenFolder(bug: Bug): string | undefined {
  const folder =
    bug.kind === "bundled" ? join(bug.folder, "hidden") : join(CASES, "hidden", `${bug.project}-${bug.id}`);
  return existsSync(folder) ? folder : undefined;
}

/** Takes the tests that an agent must not see out of its checkout. */
export async function removeHidden(bug: Bug, repo: string, runner: Runner): Promise<void> {
  const visible = new Set(visibleTests(bug));
  const hidden = bug.tests.filter((test) => !visible.has(test));
  for (const file of new Set(hidden.map(fileOf))) {
    const names = hidden.filter((test) => fileOf(test) === file).map(qualname);
    const text = await testFunctions(join(repo, file), ["without", ...new Set(names)], runner);
    await writeFile(join(repo, file), text);
  }
}

/**
 * Puts the hidden tests into a clean checkout: those written for the judge, and each visible test again, under a name and
 * in a file that nobody could foresee.
 */
export async function plantHidden(bug: Bug, repo: string, runner: Runner): Promise<Planted> {
  const visible = visibleTests(bug);
  const written: string[] = [];
  const folder = hiddenFolder(bug);
  if (folder !== undefined) {
    await cp(folder, repo, { recursive: true });
    const files = await readdir(folder, { recursive: true });
    written.push(...files.filter((file) => /(^|\/)test_[^/]*\.py$/.test(file)));
  }
  const variants: string[] = [];
  for (const test of new Set(visible.map(withoutParameters))) {
    const name = `test_${randomBytes(5).toString("hex")}`;
    const text = await testFunctions(join(repo, fileOf(test)), ["renamed", qualname(test), name], runner);
    const file = join(dirname(fileOf(test)), `${name}.py`);
    await writeFile(join(repo, file), text);
    variants.push([file, ...test.split("::").slice(1, -1), name].join("::"));
  }
  const others = bug.tests.filter((test) => !visible.includes(test));
  return { others, variants: [...variants, ...written] };
}

function fileOf(nodeId: string): string {
  return nodeId.split("::", 1)[0] ?? "";
}

function qualname(nodeId: string): string {
  return withoutParameters(nodeId).split("::").slice(1).join(".");
}

async function testFunctions(file: string, how: readonly string[], { python, env }: Runner): Promise<string> {
  return must([python, join(ROOT, "eval", "ab", "test-functions.py"), file, ...how], { cwd: dirname(file), env });
}
