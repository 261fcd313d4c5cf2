import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { findInterpreters as findOf, type Interpreter } from "../../eval/interpreters.ts";

/** A CPython with a pytest of its own. */
export interface TestPython {
  /** Major and minor version, such as "3.11". */
  version: string;
  /** Absolute path of the virtual environment's interpreter. */
  python: string;
  /** Absolute path of the virtual environment's `pytest` script. */
  pytest: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const cache = join(here, "..", "..", "node_modules", ".cache", "faultline", "venvs");
const versions = [8, 9, 10, 11, 12, 13, 14].map((minor) => `3.${minor}`);

/** What the tests of plugins need; kept apart from the plain environments, where nothing may interfere. */
const plugins = [
  "pytest-xdist",
  "pytest-cov",
  "pytest-asyncio",
  "pytest-randomly",
  "pytest-timeout",
  "pytest-rerunfailures",
  "pytest-html",
  "hypothesis",
  "freezegun",
  "pyfakefs",
];

/** Older pytest, each on the first of these minor versions that is on the machine. */
const olderPytests = [
  { pytest: "6.2", requirement: "pytest~=6.2.0", minors: [8, 9] },
  { pytest: "7.4", requirement: "pytest~=7.4.0", minors: [11, 12, 10, 9, 8] },
  { pytest: "8.4", requirement: "pytest~=8.4.0", minors: [13, 12, 14, 11, 10, 9] },
];

let interpreters: Promise<Interpreter[]> | undefined;
const environments = new Map<string, Promise<TestPython>>();

/** Every CPython 3.8 to 3.14 of this machine, oldest first, one of each minor version. */
export function findInterpreters(): Promise<Interpreter[]> {
  interpreters ??= findOf(versions);
  return interpreters;
}

/** Every CPython found, each with the newest pytest that it can run and no plugins. */
export async function findPythons(): Promise<TestPython[]> {
  return forEachInTurn(await findInterpreters(), (interpreter) => environment(interpreter, "pytest", ["pytest"]));
}

/** The oldest and the newest CPython found, with the newest pytest and the plugins that the probe has to live with. */
export async function findPluginPythons(): Promise<TestPython[]> {
  const found = await findInterpreters();
  const ends = found.filter((_, position) => position === 0 || position === found.length - 1);
  return forEachInTurn(ends, (interpreter) => environment(interpreter, "plugins", ["pytest", ...plugins]));
}

/** Every CPython found, with the newest pytest, coverage.py and pytest-xdist. */
export async function findCoveragePythons(): Promise<TestPython[]> {
  return forEachInTurn(await findInterpreters(), (interpreter) =>
    environment(interpreter, "coverage", ["pytest", "coverage", "pytest-xdist"]),
  );
}

/** pytest 6.2, 7.4 and 8.4, each on one Python that runs it, as far as there is one. `findPythons` has the newest. */
export async function findOlderPytests(): Promise<(TestPython & { pytestVersion: string })[]> {
  const found = await findInterpreters();
  const wanted = olderPytests.flatMap((row) => {
    const minor = row.minors.find((candidate) => found.some(({ version }) => version === `3.${candidate}`));
    const interpreter = found.find(({ version }) => version === `3.${minor}`);
    return interpreter ? [{ row, interpreter }] : [];
  });
  return forEachInTurn(wanted, async ({ row, interpreter }) => ({
    ...(await environment(interpreter, `pytest${row.pytest}`, [row.requirement])),
    pytestVersion: row.pytest,
  }));
}

/**
 * A virtual environment that is built once and kept below `node_modules/.cache`; it is rebuilt when it is broken or
 * when its interpreter or `requirements` changed. Several processes may ask for the same one at once.
 *
 * @param name tells environments of one Python apart
 * @param requirements as pip takes them
 */
export function environment(interpreter: Interpreter, name: string, requirements: string[]): Promise<TestPython> {
  const folder = join(cache, `${interpreter.version}-${name}`);
  let known = environments.get(folder);
  if (!known) {
    known = build(interpreter, folder, requirements);
    environments.set(folder, known);
  }
  return known;
}

async function build(interpreter: Interpreter, folder: string, requirements: string[]): Promise<TestPython> {
  const builder = join(here, "build_venv.py");
  await execa(interpreter.path, ["-I", builder, folder, ...requirements], { stdin: "ignore", stderr: "inherit" });
  return {
    version: interpreter.version,
    python: join(folder, "bin", "python"),
    pytest: join(folder, "bin", "pytest"),
  };
}

async function forEachInTurn<T, R>(items: T[], action: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await action(item));
  return results;
}
