import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { environment, findInterpreters, findPythons } from "../support/pythons.ts";

const suite = fileURLToPath(new URL("../../python-probe", import.meta.url));
const env = { PYTHONDONTWRITEBYTECODE: "1", PYTEST_ADDOPTS: "", PYTHONPATH: "" };

describe("the probe's own tests", async () => {
  for (const { version, python } of await findPythons()) {
    test(`pass on Python ${version}`, { timeout: 300_000 }, async () => {
      const { exitCode, all } = await execa(python, ["-m", "pytest", "-q", "--tb=short"], {
        cwd: suite,
        env,
        all: true,
        reject: false,
      });
      expect(exitCode, all).toBe(0);
      expect(all).toMatch(/\d+ passed/);
    });
  }
});

describe("the probe's code", async () => {
  const [oldest] = await findInterpreters();
  const tools = oldest && (await environment(oldest, "lint", ["pytest", "mypy", "ruff"]));

  test.skipIf(!tools).each([
    ["is typed", ["-m", "mypy"]],
    ["keeps the rules", ["-m", "ruff", "check", "--no-cache"]],
    ["is formatted", ["-m", "ruff", "format", "--check", "--no-cache"]],
  ])("%s", async (_, args) => {
    const { exitCode, all } = await execa(tools?.python ?? "", args, { cwd: suite, env, all: true, reject: false });
    expect(exitCode, all).toBe(0);
  });
});
