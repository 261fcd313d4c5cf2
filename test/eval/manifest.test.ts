import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readProject, testModules } from "../../eval/manifest.ts";

let folder: string;
const bug = {
  id: "1",
  buggy: "1".repeat(40),
  fixed: "2".repeat(40),
  testFiles: ["tests/test_a.py", "tests/a.json"],
  tests: ["tests/test_a.py::test_one", "tests/test_a.py::Two::test_two"],
  none: false,
};

async function manifest(more: object): Promise<string> {
  const file = join(folder, "old.json");
  const project = { project: "old", repository: "https://example.org/old", source: "nobody", bugs: [bug], ...more };
  await writeFile(file, JSON.stringify(project));
  return file;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fl-manifest-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("each bug of a manifest wants the Python of its project, and raises unless it is said that it does not", async () => {
  const bugs = [bug, { ...bug, id: "2", raises: false }];
  const read = await readProject(await manifest({ python: "3.8", bugs }));
  expect(read.map(({ python, raises }) => [python, raises])).toEqual([
    ["3.8", true],
    ["3.8", false],
  ]);
  expect((await readProject(await manifest({})))[0]?.python).toBeUndefined();
});

test("a Python that is no minor version is refused in one line", async () => {
  for (const python of ["3", "3.8.18", "python3.8"]) {
    const refused = readProject(await manifest({ python }));
    await expect(refused).rejects.toMatchObject({ code: "broken-config" });
    await expect(refused).rejects.toThrow(/^[^\n]*a version such as 3\.8[^\n]*$/);
  }
});

test("the files that are run are those that the tests are in, not those that tests read", async () => {
  const [read] = await readProject(await manifest({}));
  expect(read && testModules(read)).toEqual(["tests/test_a.py"]);
});
