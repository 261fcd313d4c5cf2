import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Fingerprint, fingerprint } from "../../src/evidence/fingerprint.ts";
import { changedFiles, staleness } from "../../src/evidence/freshness.ts";
import { findInterpreters, findPythons } from "../support/pythons.ts";

let repo: string;

const project: Record<string, string> = {
  "shop/pricelist.py": "price = None\n",
  "shop/cart.py": "total = 1\n",
  "tests/conftest.py": "",
  "tests/unit/test_cart.py": "def test_total(): pass\n",
  "tests/unit/pytest.ini": "[pytest]\n",
  "pyproject.toml": "[project]\nname = 'shop'\n",
  "requirements.txt": "requests\n",
  "requirements/dev.txt": "pytest\n",
  ".venv/pyvenv.cfg": "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.11.7\n",
  ".venv/bin/python": "",
  ".venv/lib/python3.11/site-packages/pytest-8.3.1.dist-info/METADATA": "",
  ".venv/lib/python3.11/site-packages/Typing_Extensions-4.12.2.dist-info/METADATA": "",
  ".venv/lib/python3.11/site-packages/old_style-1.0-py3.11.egg-info": "",
  ".venv/lib/python3.11/site-packages/pytest/__init__.py": "",
};

beforeEach(async () => {
  repo = await realpath(await mkdtemp(join(tmpdir(), "fl-print-")));
  for (const [path, text] of Object.entries(project)) await write(path, text);
});

afterEach(() => rm(repo, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(repo, path)), { recursive: true });
  await writeFile(join(repo, path), text);
}

function now(more: { env?: NodeJS.ProcessEnv; pytestArgs?: string[]; python?: string } = {}): Promise<Fingerprint> {
  return fingerprint({
    repo,
    python: join(repo, ".venv", "bin", "python"),
    env: { HOME: "/home/me" },
    files: [join(repo, "shop", "pricelist.py"), "tests/unit/test_cart.py", "/usr/lib/python3/os.py"],
    pytestArgs: [],
    ...more,
  });
}

describe("a fingerprint", () => {
  test("names files, settings, locks, distributions and interpreter, without starting Python for a virtual environment", async () => {
    const print = await now();
    expect(Object.keys(print.files)).toEqual(["shop/pricelist.py", "tests/unit/test_cart.py"]);
    expect(print.files["shop/pricelist.py"]).toMatch(/^[0-9a-f]{64}$/);
    expect(print.project.files).toBe(4);
    expect(print.dependencies).toEqual({ "old-style": "1.0", pytest: "8.3.1", "typing-extensions": "4.12.2" });
    expect(Object.keys(print.locks)).toEqual(["requirements.txt", "requirements/dev.txt"]);
    expect(Object.keys(print.settings).toSorted()).toEqual([
      "pyproject.toml",
      "tests/conftest.py",
      "tests/unit/pytest.ini",
    ]);
    expect(print.interpreter).toMatchObject({ path: join(repo, ".venv/bin/python"), version: "3.11.7" });
  });

  test("is the same for the same checkout, whatever its files' times", async () => {
    const then = await now();
    await utimes(join(repo, "shop/pricelist.py"), 1, 1);
    expect(await now()).toEqual(then);
    expect(staleness(then, await now())).toEqual([]);
  });

  test("does not keep the value of a variable", async () => {
    const print = await now({ env: { PYTEST_ADDOPTS: "--token=hunter2" }, pytestArgs: ["--api-key=hunter2"] });
    expect(JSON.stringify(print)).not.toContain("hunter2");
  });

  test("knows the same distributions as Python itself, in a virtual environment and outside of one", async () => {
    const [venv] = await findPythons();
    const [outside] = await findInterpreters();
    const script = `import importlib.metadata as m, re, json
print(json.dumps({re.sub(r"[-_.]+", "-", d.metadata["Name"]).lower(): d.version for d in reversed(list(m.distributions()))}))`;
    for (const python of [venv?.python, outside?.path]) {
      const { stdout } = await execa(python ?? "", ["-c", script]);
      const print = await now({ python: python ?? "" });
      expect(print.dependencies).toEqual(JSON.parse(stdout));
      const version = await execa(python ?? "", ["-c", "import platform; print(platform.python_version())"]);
      expect(print.interpreter.version).toBe(version.stdout);
    }
  });

  test("does without an interpreter that is not there", async () => {
    const print = await now({ python: "/nowhere/bin/python" });
    expect(print.interpreter).toEqual({ path: "/nowhere/bin/python", version: "", modified: 0 });
    expect(print.dependencies).toEqual({});
  });
});

describe("evidence is stale", () => {
  const cases: [string, string[], () => Promise<unknown>][] = [
    [
      "a file that it was made from changed",
      ["shop/pricelist.py changed"],
      () => write("shop/pricelist.py", "price = 1\n"),
    ],
    ["such a file is gone", ["shop/pricelist.py is gone"], () => rm(join(repo, "shop/pricelist.py"))],
    ["another file changed", ["other Python files of the project changed"], () => write("shop/cart.py", "total = 2\n")],
    ["a file was added", ["other Python files of the project changed"], () => write("shop/new.py", "")],
    ["a conftest was added", ["shop/conftest.py is new"], () => write("shop/conftest.py", "")],
    [
      "the configuration changed",
      ["pyproject.toml changed"],
      () => write("pyproject.toml", "[tool.pytest.ini_options]\n"),
    ],
    ["a requirement changed", ["requirements/dev.txt changed"], () => write("requirements/dev.txt", "pytest<8\n")],
    [
      "a distribution was upgraded, another removed, a third added",
      ["attrs 24.1.0 is newly installed", "old-style 1.0 is gone", "pytest 8.3.1 is now 9.0.0"],
      async () => {
        const packages = join(repo, ".venv/lib/python3.11/site-packages");
        await rm(join(packages, "pytest-8.3.1.dist-info"), { recursive: true });
        await rm(join(packages, "old_style-1.0-py3.11.egg-info"));
        await mkdir(join(packages, "pytest-9.0.0.dist-info"));
        await mkdir(join(packages, "attrs-24.1.0.dist-info"));
      },
    ],
    [
      "the interpreter is another version",
      ["Python 3.11.7 is now 3.11.9"],
      () => write(".venv/pyvenv.cfg", "version_info = 3.11.9.final.0\n"),
    ],
  ];

  test.each(cases)("when %s", async (_, clauses, change) => {
    const then = await now();
    await change();
    expect(staleness(then, await now())).toEqual(clauses);
  });

  test("when options or variables of pytest changed", async () => {
    const then = await now({ env: { PYTEST_ADDOPTS: "-x", TZ: "UTC" } });
    const later = await now({ env: { PYTEST_ADDOPTS: "", PYTHONHASHSEED: "1" }, pytestArgs: ["--runslow"] });
    expect(staleness(then, later)).toEqual([
      "$PYTEST_ADDOPTS changed",
      "$PYTHONHASHSEED is now set",
      "$TZ is no longer set",
      "the options for pytest changed",
    ]);
  });

  test("in few words, however much changed", async () => {
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`m${at}.py`, "1"]));
    const then = { ...(await now()), files };
    const later = { ...then, files: Object.fromEntries(Object.keys(files).map((name) => [name, "2"])) };
    expect(staleness(then, later)).toHaveLength(5);
    expect(staleness(then, later).at(-1)).toBe("and 46 more like this");
    expect(changedFiles(then, later)).toHaveLength(50);
  });
});
