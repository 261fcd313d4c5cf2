import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseTestCommand } from "../../src/pytest/command.ts";
import { rerunCommand } from "../../src/pytest/rerun.ts";
import { parseRun } from "../../src/pytest/run.ts";

const COMPACT = "-q --tb=short -W ignore";
const ID = "tests/test_a.py::test_x[a b]";

function rerun(line: string, nodeIds: string[], fallback?: string[]): string {
  const command = parseTestCommand(line);
  if (!command) throw new Error(`no test command in: ${line}`);
  return rerunCommand(command, nodeIds, fallback);
}

describe("a compact command for just the failing tests", () => {
  it.each([
    ["pytest", `pytest ${COMPACT} '${ID}'`],
    ["uv run pytest tests -x -vv | tail -40", `uv run pytest ${COMPACT} '${ID}'`],
    [
      "python -m pytest --cov=src -n auto -p no:randomly -k 'a or b'",
      `python -m pytest ${COMPACT} -p no:randomly -k 'a or b' '${ID}'`,
    ],
    [
      "cd sub && A=1 B='x y' timeout 60 .venv/bin/pytest -q",
      `cd sub && A=1 B='x y' .venv/bin/pytest ${COMPACT} '${ID}'`,
    ],
    [
      "cd 'my dir' && source ../.venv/bin/activate && pytest",
      `cd 'my dir' && . ../.venv/bin/activate && pytest ${COMPACT} '${ID}'`,
    ],
    ["pytest -q -W ignore --tb=long", `pytest -q --tb=short -W ignore '${ID}'`],
    ["pytest -Wignore", `pytest -q --tb=short -W ignore '${ID}'`],
    ["pytest --pythonwarnings=ignore -W error::X", `pytest -q --tb=short --pythonwarnings=ignore -W error::X '${ID}'`],
    ["pytest -W error -k ignore", `pytest ${COMPACT} -W error -k ignore '${ID}'`],
    ["source .venv/bin/activate && pytest", `. .venv/bin/activate && pytest ${COMPACT} '${ID}'`],
    ["bash -lc 'cd sub && pytest'", `cd sub && pytest ${COMPACT} '${ID}'`],
    ['$VENV/bin/pytest -c "$ROOT/x.ini"', `$VENV/bin/pytest ${COMPACT} -c "$ROOT/x.ini" '${ID}'`],
    ["docker exec -t app pytest -x", `docker exec -t app pytest ${COMPACT} '${ID}'`],
    [
      "docker exec app bash -lc 'cd /src && pytest'",
      `docker exec app bash -lc 'cd /src && pytest ${COMPACT} '\\''${ID}'\\'''`,
    ],
    ["tox -e py311 -- tests", `tox -e py311 -- ${COMPACT} '${ID}'`],
    ["coverage run -m pytest", `python -m pytest ${COMPACT} '${ID}'`],
    ["make test", `python -m pytest ${COMPACT} '${ID}'`],
  ])("%s", (line, expected) => {
    expect(rerun(line, [ID])).toBe(expected);
  });

  it("uses the given way to start pytest where the runner takes no test names", () => {
    expect(rerun("make test", ["a.py"], ["/v/bin/python", "-m", "pytest"])).toBe(
      `/v/bin/python -m pytest ${COMPACT} a.py`,
    );
  });

  it("keeps the targets where no failing test is known", () => {
    expect(rerun("pytest -x 'my tests' -m slow", [])).toBe(`pytest ${COMPACT} -m slow 'my tests'`);
  });

  it("names tests to unittest and django by dots", () => {
    const id = "tests/test_a.py::TestA::test_x";
    expect(rerun("python -m unittest -v tests.test_a", [id])).toBe("python -m unittest tests.test_a.TestA.test_x");
    expect(rerun("python -m unittest discover -s tests -v", [id])).toBe(
      "python -m unittest discover -s tests -k '*TestA.test_x'",
    );
    expect(rerun("python manage.py test app --settings x.y", [id])).toBe(
      "python manage.py test --settings x.y tests.test_a.TestA.test_x",
    );
    expect(rerun("python -m unittest", ["/abs/test_a.py::T::test_x"])).toBe(
      `python -m pytest ${COMPACT} /abs/test_a.py::T::test_x`,
    );
  });
});

/** Of the interpreters on this machine any that has pytest will do; the flags are checked on what is there. */
const PYTHON = ["python3", "python"].find((python) => spawnSync(python, ["-m", "pytest", "--version"]).status === 0);

describe.skipIf(PYTHON === undefined)("the command, run by a real shell", () => {
  const folder = mkdtempSync(join(tmpdir(), "faultline rerun "));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const odd = ["a b", "x::y[1]", "it's", 'say "no"', "$HOME `id` !x", "a - b", "]", "-q", "*"];
  writeFileSync(
    join(folder, "test_odd.py"),
    `import warnings, pytest\n\n\n@pytest.mark.parametrize("v", ${JSON.stringify(odd)})\ndef test_v(v):\n    warnings.warn("noise")\n    assert v is None\n`,
  );
  const line = `cd '${folder}' && ${PYTHON} -m pytest -p no:cacheprovider`;
  const sh = (command: string) => spawnSync("sh", ["-c", command], { encoding: "utf8" }).stdout;

  it("fails the same tests again, each id quoted, and prints no header and no warnings", () => {
    const ids = parseRun(sh(line)).failedNodeIds;
    expect(ids).toHaveLength(odd.length);
    for (const chosen of [ids, [ids[1] ?? ""], ids.slice(2, 4)]) {
      const output = sh(rerun(line, chosen));
      expect(parseRun(output).failedNodeIds).toEqual(chosen);
      expect(output).not.toMatch(/noise|rootdir|test session starts|no:cacheprovider/);
    }
  });
});
