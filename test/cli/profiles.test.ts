import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILT_IN_PROFILES } from "../../src/faults/builtin.ts";

const cli = resolve("dist/cli.js");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fl-profiles-"));
  await writeFile(join(folder, "right.toml"), 'name = "right"\n[[faults]]\nkind = "reset"\n');
  await writeFile(join(folder, "wrong.toml"), 'name = "wrong"\nsed = 1\n[[faults]]\nkind = "timout"\n');
  await writeFile(join(folder, "broken.toml"), "name = ");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function profiles(...args: string[]) {
  return execa("node", [cli, "profiles", ...args], { cwd: folder, reject: false });
}

describe("faultline profiles validate", () => {
  test("says so of files that are right", async () => {
    const { exitCode, stdout, stderr } = await profiles("validate", "right.toml", "timeout");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(/^right\.toml: ok, 1 rule\n.*timeout\.toml: ok, 2 rules$/);
  });

  test("refuses what is no text", async () => {
    await writeFile(join(folder, "latin.toml"), Buffer.from('name = "\xe9"', "latin1"));
    expect(await profiles("validate", "latin.toml")).toMatchObject({
      exitCode: 2,
      stderr: "faultline: latin.toml: no text in UTF-8",
    });
  });

  test("names file, line and field of every mistake in every file, one a line, and fails", async () => {
    const { exitCode, stdout, stderr } = await profiles("validate", "wrong.toml", "right.toml", "broken.toml");
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      "wrong.toml:2: sed: is unknown; did you mean seed?",
      expect.stringMatching(/^wrong\.toml:4: faults\[1\]\.kind: wants one of .*; did you mean timeout\?$/),
      "right.toml: ok, 1 rule",
      expect.stringMatching(/^broken\.toml:1: no TOML: /),
    ]);
  });

  test("tells them as JSON", async () => {
    const { exitCode, stdout } = await profiles("validate", "wrong.toml", "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)[0]).toEqual({
      file: "wrong.toml",
      line: 2,
      field: "sed",
      message: "is unknown; did you mean seed?",
    });
    expect((await profiles("validate", "right.toml", "--json")).stdout).toBe("[]");
  });
});

describe("built-in profiles", () => {
  test("are listed with what they are for", async () => {
    const { stdout } = await profiles("list");
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([...BUILT_IN_PROFILES]);
    const listed: { name: string; rules: string[] }[] = JSON.parse((await profiles("list", "--json")).stdout);
    expect(listed.find(({ name }) => name === "timeout")?.rules).toEqual(["lost", "too_late"]);
  });

  test("are shown as a text that is a profile itself", async () => {
    const { stdout } = await profiles("show", "mixed");
    await writeFile(join(folder, "mine.toml"), stdout);
    expect(await profiles("validate", "mine.toml")).toMatchObject({ exitCode: 0, stdout: "mine.toml: ok, 6 rules" });
  });
});

test.each([
  [["validate"], "profiles validate wants one file or more"],
  [["validate", "none.toml"], "no profile none.toml: no such file, and none is built in by that name"],
  [["validate", "."], ". cannot be read: EISDIR"],
  [["show", "timeot"], "did you mean timeout? (see faultline profiles list)"],
  [["show"], "profiles show wants one name"],
  [["list", "x"], "profiles list takes no name"],
  [["chek"], "profiles cannot chek: validate, list or show"],
])("profiles %j is refused in one line", async (args, message) => {
  const { exitCode, stdout, stderr } = await profiles(...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toMatch(/^faultline: [^\n]*$/);
  expect(stderr).toContain(message);
});
