import { cp, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hiddenFolder } from "../../eval/ab/hidden.ts";
import { type BundledBug, readBundled } from "../../eval/manifest.ts";
import { CASES } from "../../eval/root.ts";
import { shell } from "../../eval/shell.ts";
import { pythonEnvironment } from "./support/project.ts";

const python = join(await pythonEnvironment(), "bin/python");
const bugs = await readBundled(join(CASES, "bundled"));

async function runOn(bug: BundledBug, side: string, folder: string) {
  const repo = await mkdtemp(join(tmpdir(), "hidden-"));
  await cp(join(bug.folder, side), repo, { recursive: true });
  await cp(folder, repo, { recursive: true });
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".py"));
  const env = { PATH: process.env["PATH"], PYTHONDONTWRITEBYTECODE: "1" };
  return shell(`${python} -m pytest -q -p no:cacheprovider ${files.join(" ")}`, { cwd: repo, env });
}

test.each(bugs)(
  "the judge has tests of $id with other values, which fail before the fix and pass after it",
  async (bug) => {
    const folder = hiddenFolder(bug);
    if (folder === undefined) throw new Error(`${bug.id} has none`);
    const [buggy, fixed] = await Promise.all([runOn(bug, "buggy", folder), runOn(bug, "fixed", folder)]);
    expect(buggy.exitCode, buggy.output).toBe(1);
    expect(fixed.exitCode, fixed.output).toBe(0);
  },
);
