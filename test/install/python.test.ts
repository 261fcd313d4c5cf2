import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findPython, forTools, namedPython } from "../../src/install/python.ts";

let repo: string;
let bin: string;

beforeEach(() => {
  const work = mkdtempSync(join(tmpdir(), "faultline python ü-"));
  repo = join(work, "repo");
  bin = join(work, "bin");
  mkdirSync(repo);
  mkdirSync(bin);
  return () => rmSync(work, { recursive: true, force: true });
});

function script(path: string, body: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}

/** Something that answers as an interpreter does. */
function python(path: string, pytest: string | undefined = "8.1.0"): string {
  const answer = {
    path,
    python: "3.12.1",
    ...(pytest ? { pytest } : { why: "ModuleNotFoundError: No module named 'pytest'" }),
  };
  return script(path, `echo noise; echo '${JSON.stringify(answer).replaceAll("'", "")}'`);
}

async function found(env: NodeJS.ProcessEnv = {}) {
  const { interpreter } = await findPython(repo, { PATH: bin, ...env });
  return interpreter && [interpreter.found, interpreter.path];
}

describe("the interpreter of a project", () => {
  it("is the first of its places that can import pytest, in the order of the specification", async () => {
    const places: [string, string, NodeJS.ProcessEnv?][] = [
      ["python on PATH", join(bin, "python")],
      ["python3 on PATH", join(bin, "python3")],
      ["$CONDA_PREFIX", join(repo, "../conda/bin/python"), { CONDA_PREFIX: join(repo, "../conda") }],
      ["$VIRTUAL_ENV", join(repo, "../active/bin/python"), { VIRTUAL_ENV: join(repo, "../active") }],
      ["venv", join(repo, "venv/bin/python")],
      [".venv", join(repo, ".venv/bin/python")],
    ];
    const env: NodeJS.ProcessEnv = {};
    expect(await found()).toBeUndefined();
    for (const [name, path, more] of places) {
      python(path);
      Object.assign(env, more);
      expect(await found(env)).toEqual([name, path]);
    }
    python(join(repo, ".venv/bin/python"), "");
    expect(await found(env)).toEqual(["venv", join(repo, "venv/bin/python")]);
  });

  it.each([
    [
      "poetry",
      "pyproject.toml",
      "[tool.poetry]\nname = 'x'\n",
      '[ "$*" = "--no-interaction env info --executable" ] || exit 1',
    ],
    ["poetry", "poetry.lock", "", '[ "$*" = "--no-interaction env info --executable" ] || exit 1'],
    ["pdm", "pdm.lock", "", '[ "$*" = "info --python" ] || exit 1'],
    ["pipenv", "Pipfile", "", '[ "$*" = "--py" ] || exit 1'],
  ])("is asked of %s where there is a %s", async (tool, file, text, check) => {
    const path = python(join(repo, "../envs/of the project/bin/python"));
    script(join(bin, tool), `${check}\necho '${path}'`);
    expect(await found()).toBeUndefined();
    writeFileSync(join(repo, file), text);
    expect(await found()).toEqual([tool, path]);
  });

  it("a tool that fails, warns or hangs up is passed over", async () => {
    writeFileSync(join(repo, "poetry.lock"), "");
    writeFileSync(join(repo, "Pipfile"), "");
    script(join(bin, "poetry"), "echo 'no environment' >&2; exit 1");
    script(join(bin, "pipenv"), "echo 'Courtesy Notice: no virtualenv'");
    const path = python(join(bin, "python3"));
    expect(await found()).toEqual(["python3 on PATH", path]);
  });

  it("pdm's own note and uv's variable are read without asking a tool", async () => {
    const path = python(join(repo, "../pdm/bin/python"));
    writeFileSync(join(repo, ".pdm-python"), `${path}\n`);
    expect(await found()).toEqual(["pdm", path]);
    const uv = python(join(repo, "envs/bin/python"));
    expect(await found({ UV_PROJECT_ENVIRONMENT: "envs" })).toEqual(["uv", uv]);
  });

  it("says why the others do not serve", async () => {
    python(join(repo, ".venv/bin/python"), "");
    script(join(repo, "venv/bin/python"), "echo 'cannot execute' >&2; exit 3");
    const { interpreter, rejected } = await findPython(repo, { PATH: bin });
    expect(interpreter).toBeUndefined();
    expect(rejected.map(({ found, why }) => [found, why])).toEqual([
      [".venv", "ModuleNotFoundError: No module named pytest"],
      ["venv", "cannot execute"],
    ]);
  });

  it("a real one is asked for its real versions, and a pytest.py of the project does not count", async () => {
    const real = await findPython(tmpdir(), { ...process.env, VIRTUAL_ENV: undefined });
    const path = real.interpreter?.path ?? real.rejected[0]?.path;
    if (path === undefined) throw new Error("this machine has no Python");
    writeFileSync(join(repo, "pytest.py"), "__version__ = 'none'\n");
    mkdirSync(join(repo, ".venv/bin"), { recursive: true });
    symlinkSync(path, join(repo, ".venv/bin/python"));
    const { interpreter, rejected } = await findPython(repo, { ...process.env, VIRTUAL_ENV: undefined });
    expect(interpreter?.pytest ?? rejected[0]?.why).not.toBe("none");
    if (interpreter) expect(interpreter.python).toMatch(/^3\.\d+\.\d+$/);
  });

  it("that the user named must be able to import pytest", async () => {
    const good = python(join(bin, "py"));
    expect((await namedPython("py", repo, { PATH: bin })).path).toBe(good);
    expect((await namedPython(good, repo, {})).pytest).toBe("8.1.0");
    const bad = python(join(repo, "bad"), "");
    await expect(namedPython(bad, repo, {})).rejects.toMatchObject({
      code: "bad-request",
      message: `--python ${bad}: cannot import pytest (ModuleNotFoundError: No module named pytest)`,
    });
    await expect(namedPython("no-such", repo, { PATH: bin })).rejects.toMatchObject({ code: "bad-request" });
  });
});

describe("what tools are given", () => {
  it("is what they need to find themselves, no keys, and an order to stay off the network", () => {
    const given = forTools({
      PATH: "/bin",
      PYENV_ROOT: "/p",
      ANTHROPIC_API_KEY: "secret",
      UV_PUBLISH_TOKEN: "secret",
      POETRY_HTTP_BASIC_X_PASSWORD: "secret",
      NODE_OPTIONS: "x",
      UV_OFFLINE: "0",
    });
    expect(JSON.stringify(given)).not.toContain("secret");
    expect(given).toMatchObject({ PATH: "/bin", PYENV_ROOT: "/p", UV_OFFLINE: "1" });
    expect(given).not.toHaveProperty("NODE_OPTIONS");
  });
});
