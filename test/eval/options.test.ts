import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { commonOptions } from "../../eval/options.ts";

test("a folder of clones that is not there is told of before anything is cloned from elsewhere", () => {
  const repos = mkdtempSync(join(tmpdir(), "clones-"));
  expect(commonOptions({ repos }).repos).toBe(repos);
  expect(() => commonOptions({ repos: join(repos, "misspelt") })).toThrow(
    `--repos ${join(repos, "misspelt")} is no folder`,
  );
});

test("an interpreter is named by a path from here, or by a name that the PATH knows", () => {
  const { python, pythons } = commonOptions({ python: ["venv/bin/python", "python3.11"] });
  expect(python).toBe(resolve("venv/bin/python"));
  expect(pythons).toEqual([resolve("venv/bin/python"), "python3.11"]);
});
