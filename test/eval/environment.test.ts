import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { venv } from "../../eval/environment.ts";
import { must } from "../../eval/shell.ts";

let work: string;
const env = { PATH: process.env["PATH"] };

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), "fl-environment-"));
});

afterEach(() => rm(work, { recursive: true, force: true }));

describe("a program that fails is told of by the line that says most", () => {
  const failing = (said: string) => must(["sh", "-c", 'printf %s "$0" >&2; exit 1', said], { cwd: work, env });

  test.each([
    [
      "pyenv's first",
      "pyenv: python3.8: command not found\n\nThe `python3.8' command exists in:\n  3.8.18\n\nNote: See 'x'",
    ],
    ["pip's first", "ERROR: Could not find pyenv==9 (from versions: none)\nERROR: No matching distribution found"],
    ["git's first", "warning: redirecting\nfatal: bad object 12\nhint: try another"],
    ["that of the exception", "Traceback (most recent call last):\n  File x\nTypeError: no\n"],
  ])("%s", async (_, said) => {
    const told = said.split("\n").find((line) => /^(pyenv|ERROR|fatal|TypeError): /.test(line));
    await expect(failing(said)).rejects.toThrow(`: ${told}`);
  });

  test("why a package cannot be built, not that it cannot", async () => {
    const pip = [
      "  error: subprocess-exited-with-error",
      "  × Getting requirements to build wheel did not run successfully.",
      "      __main__.ConfigurationError: Could not run curl-config",
      "note: This error originates from a subprocess, and is likely not a problem with pip.",
    ];
    await expect(failing(pip.join("\n"))).rejects.toThrow(": __main__.ConfigurationError: Could not run curl-config");
  });
});

test("an environment is made once, and anew where it is to hold something else", async () => {
  const made = join(work, "made");
  const python = join(work, "python");
  // Stands in for an interpreter: `-m venv FOLDER` puts it there as well, and what it is asked for is written down.
  await writeFile(
    python,
    `#!/bin/sh\necho "$@" >> ${made}\nif [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; fi\n`,
  );
  await chmod(python, 0o755);
  await mkdir(join(work, "venvs"));
  const folder = join(work, "venvs", "a");
  const asked = async () => (await readFile(made, "utf8")).trim().split("\n").length;
  await venv(folder, python, ["pytest"], [], env);
  expect(await asked()).toBe(2);
  await venv(folder, python, ["pytest"], [], env);
  expect(await asked()).toBe(2);
  await venv(folder, python, ["pytest<8"], [], env);
  expect(await asked()).toBe(4);
});
