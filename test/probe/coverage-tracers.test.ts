import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { findCoveragePythons } from "../support/pythons.ts";

const suite = fileURLToPath(new URL("../../python-probe", import.meta.url));
const env = { PYTHONDONTWRITEBYTECODE: "1", PYTEST_ADDOPTS: "", PYTHONPATH: "" };

// Elsewhere the probe's suite runs without coverage.py.
describe("the project's coverage.py tells the same as our own tracers", async () => {
  for (const { version, python } of await findCoveragePythons()) {
    test(`on Python ${version}`, { timeout: 300_000 }, async () => {
      const args = ["-m", "pytest", "-q", "--tb=short", "-k", "coverage.py", "tests/engine"];
      const { exitCode, all } = await execa(python, args, { cwd: suite, env, all: true, reject: false });
      expect(exitCode, all).toBe(0);
      expect(all).toMatch(/[3-9]\d passed/);
    });
  }
});
