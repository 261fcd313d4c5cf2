import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findInterpreters, interpreterFor } from "../../eval/interpreters.ts";

let machine: string;

/** Something that answers as a Python of that version does. */
async function python(path: string, answer: string): Promise<string> {
  const file = join(machine, path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
  return file;
}

beforeEach(async () => {
  machine = await mkdtemp(join(tmpdir(), "fl-interpreters-"));
  vi.stubEnv("HOME", machine);
  vi.stubEnv("PATH", [join(machine, "bin"), "/bin"].join(":"));
  vi.stubEnv("PYENV_ROOT", join(machine, "pyenv"));
  vi.stubEnv("UV_PYTHON_INSTALL_DIR", join(machine, "uv"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(machine, { recursive: true, force: true });
});

describe("the interpreter for a project", () => {
  test("is the first one given, or python3, where the project wants no version", async () => {
    await python("bin/python3.98", "echo 3 98 1");
    await python("bin/python3.97", "echo 3 97 1");
    await python("bin/python3", "echo 3 99 1");
    expect(await interpreterFor({ project: "any" }, ["python3.98", "python3.97"])).toBe("python3.98");
    expect(await interpreterFor({ project: "any" }, [])).toBe("python3");
  });

  test.each([
    ["is not there", undefined, "is no CPython that runs here and can make virtual environments"],
    [
      "has no module venv",
      "echo 'No module named venv' >&2; exit 1",
      "is no CPython that runs here and can make virtual environments",
    ],
    ["is too old to read code with", "echo 3 6 15", "is Python 3.6"],
  ])(
    "that was given and %s is told of at once, whether the project wants a version or not",
    async (_, answer, message) => {
      const path = answer === undefined ? join(machine, "nowhere") : await python("mine/python", answer);
      for (const version of [undefined, "3.98"]) {
        await expect(interpreterFor({ project: "any", python: version }, [path])).rejects.toMatchObject({
          code: "bad-request",
          message: `${path} ${message}`,
          hint: "--python PATH, of version 3.8 or newer",
        });
      }
    },
  );

  test("is one given that has the wanted version, before any that is found", async () => {
    await python("bin/python3.98", "echo 3 98 7");
    const newer = await python("mine/newer", "echo 3 99 0");
    const mine = await python("mine/python", "echo 3 98 0");
    expect(await interpreterFor({ project: "old", python: "3.98" }, [newer, mine])).toBe(mine);
    expect(await interpreterFor({ project: "old", python: "3.98" }, [newer])).toBe(join(machine, "bin/python3.98"));
  });

  test("is looked for in pyenv and in uv, and what does not run is passed over", async () => {
    await python("bin/python3.97", "echo 'python3.97: command not found' >&2; exit 127");
    await python("bin/python3.96", "exit 127");
    const pyenv = await python("pyenv/versions/3.97.1/bin/python3.97", "echo 3 97 1");
    const uv = await python("uv/cpython-3.96.2/bin/python3.96", "echo 3 96 2");
    expect(await interpreterFor({ project: "old", python: "3.97" }, [])).toBe(pyenv);
    expect(await interpreterFor({ project: "older", python: "3.96" }, [])).toBe(uv);
  });

  test("that is nowhere is asked for in one line, by project and version", async () => {
    await expect(interpreterFor({ project: "old", python: "3.99" }, [])).rejects.toMatchObject({
      code: "bad-request",
      message: "old wants Python 3.99: there is none on the PATH, in pyenv or in uv; give one with --python PATH",
    });
  });
});

test("of one version the interpreter with the highest patch level is found", async () => {
  await python("pyenv/versions/3.97.2/bin/python3.97", "echo 3 97 2");
  const best = await python("pyenv/versions/3.97.10/bin/python3.97", "echo 3 97 10");
  await python("bin/python3.97", "echo 3 97 9");
  expect(await findInterpreters(["3.96", "3.97"])).toEqual([{ version: "3.97", path: best }]);
});
