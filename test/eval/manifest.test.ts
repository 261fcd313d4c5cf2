import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBundled, readProject, testModules } from "../../eval/manifest.ts";

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

test("a project stands for all its bugs, or for those whose origins are known", async () => {
  const origins = [{ path: "a.py", line: 1, why: "made here" }];
  const bugs = [bug, { ...bug, id: "2", origins }];
  const measured = async (more: object) =>
    (await readProject(await manifest({ bugs, ...more }))).map((one) => one.measured);
  expect(await measured({})).toEqual([true, true]);
  expect(await measured({ measured: "known origins" })).toEqual([false, true]);
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

test("a field that nobody reads, such as a misspelt one, is refused by its name", async () => {
  await expect(readProject(await manifest({ bugs: [{ ...bug, orgins: [] }] }))).rejects.toMatchObject({
    code: "broken-config",
    message: expect.stringMatching(/old\.json: [^\n]*"orgins"/),
  });
});

describe("a bug of our own", () => {
  const facts = {
    id: "cart",
    testFiles: ["test_cart.py"],
    tests: ["test_cart.py::test_total"],
    none: false,
    origins: [{ path: "cart.py", line: 1, why: "made here" }],
  };

  async function kept(facts: object, files: readonly string[]): Promise<string> {
    const all = join(folder, "mine");
    for (const side of ["buggy", "fixed"]) await mkdir(join(all, "cart", side), { recursive: true });
    for (const file of files) await writeFile(join(all, "cart", file), "");
    await writeFile(join(all, "cart", "case.json"), JSON.stringify(facts));
    return all;
  }

  const whole = ["buggy/cart.py", "fixed/cart.py", "fixed/test_cart.py"];

  test("is read from its folder", async () => {
    const all = await kept(facts, whole);
    expect(await readBundled(all)).toMatchObject([{ kind: "bundled", project: "mine", folder: join(all, "cart") }]);
  });

  test.each([
    [
      "with another id than its folder's name",
      { id: "price-list" },
      whole,
      "mine/cart/case.json: id: is not cart, as its folder is named",
    ],
    ["whose tests are not on the fixed side", {}, ["buggy/cart.py"], "mine/cart has no fixed/test_cart.py"],
    [
      "whose test ids are of another file",
      { tests: ["test_basket.py::test_total"] },
      whole,
      "mine/cart has no fixed/test_basket.py",
    ],
    ["whose origin is in no file", {}, whole.slice(1), "mine/cart has no buggy/cart.py"],
  ])("%s is told of in one line", async (_, more, files, message) => {
    const all = await kept({ ...facts, ...more }, files);
    await expect(readBundled(all)).rejects.toMatchObject({ code: "broken-config", message });
  });

  test("that is only begun is told of by the first thing that it lacks", async () => {
    const all = await kept(facts, whole);
    await rm(join(all, "cart", "fixed"), { recursive: true });
    await expect(readBundled(all)).rejects.toThrow("mine/cart has no fixed");
    await mkdir(join(all, "a-new-one"));
    await expect(readBundled(all)).rejects.toThrow("mine/a-new-one has no case.json");
  });
});
