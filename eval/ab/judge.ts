import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testModules } from "../manifest.ts";
import { must } from "../shell.ts";
import type { Baseline, ChangedFile } from "./baseline.ts";
import type { Case } from "./case.ts";
import { plantHidden } from "./hidden.ts";
import type { Verdict } from "./result.ts";
import { roleOf } from "./roles.ts";
import { suspiciousLiterals } from "./special-casing.ts";
import { passes, runTests } from "./test-run.ts";
import { copyTree } from "./trees.ts";

/**
 * Judges what an agent has done by itself: the part of its diff that is no test goes into a clean checkout, where the
 * tests that it was told of, tests that it never saw, and all that passed before have to pass.
 *
 * @param folder where the clean checkout is made; it is removed again
 */
export async function judge(of: Case, baseline: Baseline, folder: string): Promise<Verdict> {
  const changes = await baseline.changes();
  const refused = refusal(changes);
  if (refused !== undefined) return verdict("edited-tests", refused);
  const code = changes.filter(({ path }) => roleOf(path) === "code").map(({ path }) => path);
  if (code.length === 0) return verdict("no-change", "nothing but tests, if anything, was changed");
  const patch = await baseline.patch(code);
  await copyTree(of.tree, folder);
  try {
    const problem = await apply(patch, folder, of.runner.env);
    if (problem !== undefined)
      return verdict("not-applied", `the diff cannot be applied to a clean checkout: ${problem}`);
    return { ...(await tryOut(of, folder)), suspicions: await suspicionsOf(of, patch, code) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tests may be added, which counts for nothing; what is there, and what decides how tests are run, stays as it is. */
function refusal(changes: readonly ChangedFile[]): string | undefined {
  const tests = changes.filter(({ path, how }) => roleOf(path) === "test" && how !== "added");
  const settings = changes.filter(({ path }) => roleOf(path) === "settings");
  const named = [...tests, ...settings].map(({ path, how }) => `${path} was ${how}`);
  return named.length === 0 ? undefined : named.join(", ");
}

async function apply(patch: string, folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const here = { cwd: folder, env };
  await must(["git", "init", "-q"], here);
  const file = join(folder, ".git", "agent.patch");
  await writeFile(file, patch);
  return must(["git", "apply", "--whitespace=nowarn", file], here).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

async function tryOut(of: Case, folder: string): Promise<Verdict> {
  const { bug, runner, visible, steady } = of;
  const shown = await runTests(folder, visible, runner);
  if (!visible.every((test) => passes(shown, test))) return verdict("not-fixed", shown.summary);
  const { variants, others } = await plantHidden(bug, folder, runner);
  // Not those of `others`, which are in the files: some versions of pytest run nothing else of a file of which they are
  // given a test as well.
  const all = await runTests(folder, [...testModules(bug), ...variants], runner);
  const fails = (test: string) => !passes(all, test);
  if (variants.filter((_, n) => of.sound[n]).some(fails)) {
    return verdict("special-cased", `the visible test passes, another form of it does not: ${all.summary}`);
  }
  const broken = steady.filter(fails);
  if (broken.length > 0) return verdict("broke-others", `${broken.length} passed before, among them ${broken[0]}`);
  if (others.some(fails)) return verdict("not-fixed", `hidden tests: ${all.summary}`);
  return verdict("fixed", all.summary);
}

async function suspicionsOf(of: Case, patch: string, paths: readonly string[]): Promise<string[]> {
  const read = async (root: string, files: readonly string[]) =>
    (await Promise.all(files.map((file) => readFile(join(root, file), "utf8").catch(() => "")))).join("\n");
  const tests = await read(of.tree, of.bug.testFiles);
  const code = [await read(of.tree, paths), ...of.known.fixed.values()].join("\n");
  return suspiciousLiterals(patch, tests, code);
}

function verdict(word: Verdict["verdict"], reason: string): Verdict {
  return { verdict: word, reason, suspicions: [] };
}
