import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { agentFolder, earlierFolders } from "../../src/cli/agent-folder.ts";

const before = process.cwd();
afterEach(() => process.chdir(before));

function place(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-folder-")));
  process.chdir(folder);
  return folder;
}

const NODE_ID = "tests/test_cart.py::test_total";

test("works on the same test at once have folders of their own, which git ignores", () => {
  const runs = join(place(), "runs");
  const paths = [1, 2, 3].map(() => agentFolder(undefined, NODE_ID).path);
  const first = join(runs, "agent.tests-test_cart.py-test_total");
  expect(paths).toEqual([first, `${first}.again-2`, `${first}.again-3`]);
  expect(readFileSync(join(first, ".gitignore"), "utf8")).toBe("*\n");
});

test("a folder in which nothing came about is taken away, and one with a trace is kept", () => {
  const runs = join(place(), "runs");
  agentFolder(undefined, NODE_ID).tidy();
  expect(readdirSync(runs)).toEqual([]);
  const kept = agentFolder(undefined, NODE_ID);
  writeFileSync(join(kept.path, "trace.jsonl"), "{}\n");
  kept.tidy();
  expect(existsSync(kept.path)).toBe(true);
});

test("a folder that the user named is theirs: what was there stays, and no trace is written over", () => {
  const out = join(place(), "out");
  mkdirSync(out);
  writeFileSync(join(out, "notes"), "");
  const folder = agentFolder("out", NODE_ID);
  expect(folder.path).toBe(out);
  expect(() => agentFolder("out", NODE_ID)).toThrow(`${out} holds a trace already`);
  folder.tidy();
  expect(readdirSync(out)).toEqual(["notes"]);
  agentFolder("new", NODE_ID).tidy();
  expect(existsSync("new")).toBe(false);
});

test("what earlier works have left is known, in a checkout and below the current folder; code in runs/ is none of it", () => {
  const repo = place();
  expect(earlierFolders(repo)).toEqual([]);
  const { path } = agentFolder(undefined, NODE_ID);
  writeFileSync("runs/agent.py", "");
  mkdirSync("runs/speed");
  mkdirSync("sub");
  process.chdir("sub");
  expect(earlierFolders(repo)).toEqual([path]);
  const below = agentFolder(undefined, NODE_ID);
  expect(earlierFolders(repo)).toEqual([below.path, path]);
});
