import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout, fixDiff } from "../../eval/checkout.ts";
import { parseDiff } from "../../eval/context/diff.ts";
import { cleanEnv } from "../../eval/environment.ts";
import { readBundled } from "../../eval/manifest.ts";
import { CASES } from "../../eval/root.ts";
import { must } from "../../eval/shell.ts";

test("the injected bugs are of different kinds, each in code of its project, not in a test", async () => {
  const work = await mkdtemp(join(tmpdir(), "fl-injected-"));
  const bugs = await readBundled(join(CASES, "injected"));
  expect(bugs.length).toBeGreaterThanOrEqual(7);
  expect(new Set(bugs.map(({ fault }) => fault ?? "")).size).toBe(bugs.length);
  const shop = { work, repos: undefined, env: cleanEnv(work) };
  for (const bug of bugs) {
    const changed = parseDiff(await fixDiff(bug, shop)).map(({ path }) => path);
    expect([bug.id, changed]).toEqual([bug.id, expect.arrayContaining([expect.stringMatching(/^(?!tests\/)\w+\//)])]);
    expect(changed.filter((path) => path.startsWith("tests/"))).toEqual([]);
  }
  await rm(work, { recursive: true, force: true });
});

test("a grown checkout is as large as a repository has to be for Faultline to speak", async () => {
  const work = await mkdtemp(join(tmpdir(), "fl-injected-"));
  const [bug] = await readBundled(join(CASES, "injected"));
  if (!bug) throw new Error("no injected bug");
  const env = cleanEnv(work);
  const folder = await checkout(bug, "buggy", { work, repos: undefined, env });
  const files = (await must(["git", "ls-files", "*.py"], { cwd: folder, env })).trim().split("\n");
  const lines = await Promise.all(
    files.map(async (file) => (await readFile(join(folder, file), "utf8")).split("\n").length - 1),
  );
  expect(files.length).toBeGreaterThanOrEqual(100);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10_000);
  await rm(work, { recursive: true, force: true });
});
