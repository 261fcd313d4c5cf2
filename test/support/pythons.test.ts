import { execa } from "execa";
import { expect, test } from "vitest";
import { findPythons } from "./pythons.ts";

test("every Python found runs the pytest of its own environment", async () => {
  const pythons = await findPythons();
  expect(pythons.length).toBeGreaterThan(0);
  for (const { version, python, pytest } of pythons) {
    const answer = await execa(python, ["-c", "import sys, pytest; print(*sys.version_info[:2], sep='.')"]);
    expect(answer.stdout).toBe(version);
    expect((await execa(pytest, ["--version"], { all: true })).all).toMatch(/^pytest \d/);
  }
});
