import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { FaultlineError } from "../src/kernel/errors.ts";
import { run } from "../src/kernel/process.ts";

/** A CPython of this machine that can make virtual environments. */
export interface Interpreter {
  /** Major and minor version, such as "3.11". */
  version: string;
  /** Path of the interpreter; absolute where it was searched for. */
  path: string;
}

/** Programs of these benchmarks read code with what the ast module of 3.8 knows, and Faultline begins with it. */
const OLDEST = 8;

/** What a project needs to be run with. */
interface Wanting {
  project: string;
  /** A version such as "3.8"; undefined where any will do. */
  python?: string | undefined;
}

/**
 * The interpreter for a project: of those that were given the first of the version that it wants, otherwise one of this
 * machine. A project that wants no version gets the first one given, or `python3`.
 *
 * @param given interpreters as named on the command line, most wanted first
 * @throws FaultlineError `bad-request` where there is none of that version, or one that was given cannot be used
 */
export async function interpreterFor({ project, python }: Wanting, given: readonly string[]): Promise<string> {
  const named = given.length === 0 && python === undefined ? ["python3"] : given;
  const usable = await Promise.all(named.map(usableOf));
  const chosen = usable.find(({ version }) => version === (python ?? version));
  if (chosen) return chosen.path;
  const [found] = python === undefined ? [] : await findInterpreters([python]);
  if (found) return found.path;
  throw new FaultlineError(
    "bad-request",
    `${project} wants Python ${python}: there is none on the PATH, in pyenv or in uv; give one with --python PATH`,
  );
}

/**
 * Looks for CPythons on the PATH, in pyenv, in uv and below /opt; of each version the one with the highest patch level.
 * Those that do not run (a shim of pyenv whose version is not switched on) or cannot make environments do not count.
 *
 * @param versions such as "3.8"; the answer is in their order, and lacks what is not there
 */
export async function findInterpreters(versions: readonly string[]): Promise<Interpreter[]> {
  const best = new Map<string, Interpreter & { patch: number }>();
  for (const folder of await candidateFolders()) {
    const names = new Set(await readdir(folder).catch(() => []));
    for (const version of versions.filter((one) => names.has(`python${one}`))) {
      const found = await ask(join(folder, `python${version}`));
      if (found?.version === version && (best.get(version)?.patch ?? -1) < found.patch) best.set(version, found);
    }
  }
  return versions.flatMap((version) => {
    const found = best.get(version);
    return found ? [{ version, path: found.path }] : [];
  });
}

/** What an interpreter is that the user named. */
async function usableOf(path: string): Promise<Interpreter> {
  const found = await ask(path);
  if (found && Number(found.version.split(".")[1]) >= OLDEST) return found;
  const is = found ? `is Python ${found.version}` : "is no CPython that runs here and can make virtual environments";
  throw new FaultlineError("bad-request", `${path} ${is}`, { hint: `--python PATH, of version 3.${OLDEST} or newer` });
}

async function candidateFolders(): Promise<string[]> {
  const pyenv = join(process.env["PYENV_ROOT"] ?? join(homedir(), ".pyenv"), "versions");
  const uv = process.env["UV_PYTHON_INSTALL_DIR"] ?? join(homedir(), ".local", "share", "uv", "python");
  const children = async (parent: string, pattern = /./) =>
    (await readdir(parent).catch(() => [])).filter((name) => pattern.test(name)).map((name) => join(parent, name));
  const homes = [...(await children(pyenv)), ...(await children(uv)), ...(await children("/opt", /^python3\./))];
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder && !folder.endsWith("/shims"));
  return [...homes.map((home) => join(home, "bin")), ...path];
}

/** Asks an interpreter what it is; undefined where it does not run, is not CPython or cannot make environments. */
async function ask(path: string): Promise<(Interpreter & { patch: number }) | undefined> {
  const question =
    "import sys, ensurepip, venv; assert sys.implementation.name == 'cpython'; print(*sys.version_info[:3])";
  const argv = [path, "-I", "-c", question] as const;
  const { stdout } = await run({ argv, cwd: process.cwd(), env: process.env, deadline: 20_000 });
  const [, major, minor, patch] = /^(\d+) (\d+) (\d+)$/.exec(stdout.trim()) ?? [];
  return patch === undefined ? undefined : { path, version: `${major}.${minor}`, patch: Number(patch) };
}
