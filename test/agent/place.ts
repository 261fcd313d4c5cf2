import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ChangedFiles } from "../../src/agent/changed-files.ts";
import type { Workplace } from "../../src/agent/workplace.ts";
import { environment, findInterpreters } from "../support/pythons.ts";

/** The newest Python of this machine, with pytest. */
export async function newestPython(): Promise<string> {
  const interpreter = (await findInterpreters()).at(-1);
  if (!interpreter) throw new Error("no Python found");
  return (await environment(interpreter, "pytest", ["pytest"])).python;
}

/** A folder with these files, as an agent's place of work. */
export async function makeWorkplace(
  files: Record<string, string>,
  more: Partial<Workplace> = {},
): Promise<Workplace & { outside: string }> {
  const outside = await realpath(await mkdtemp(join(tmpdir(), "agent-")));
  const repo = join(outside, "repo");
  await mkdir(repo);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repo, path)), { recursive: true });
    await writeFile(join(repo, path), text);
  }
  return {
    outside,
    repo,
    // Checks of syntax need it, and only they, where a test does not say.
    python: "/nonexistent/python",
    env: { PATH: process.env["PATH"] },
    target: "tests/test_shop.py::test_total",
    closed: [],
    scratch: outside,
    changes: new ChangedFiles(repo),
    signal: new AbortController().signal,
    ...more,
  };
}
