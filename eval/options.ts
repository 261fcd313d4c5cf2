import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeError, FaultlineError } from "../src/kernel/errors.ts";

/** Options that every benchmark takes. */
export interface CommonOptions {
  /** A folder of local clones named after their projects; without one the network is used. */
  repos: string | undefined;
  /** The interpreter that environments are made from which want no certain version of Python. */
  python: string;
  /** All interpreters that were named, for projects that want a certain version (see `interpreterFor`). */
  pythons: readonly string[];
  /** Where checkouts and environments go. */
  work: string;
}

export const COMMON_USAGE = `  --repos DIR      folder of local clones named after their projects (DIR/youtube-dl); otherwise the network is used
  --python PATH    interpreter that the test environments are made from (default python3), once for each version; one that
                   a manifest wants and that is not named is looked for on the PATH, in pyenv and in uv
  --work DIR       where checkouts and environments go (default a folder in the system's temporary one)
  --out FILE       where the CSV goes
`;

/** For `parseArgs`. */
export const COMMON = {
  repos: { type: "string" },
  python: { type: "string", multiple: true },
  work: { type: "string" },
  out: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Turns what `parseArgs` throws into a bad request. */
export function readArgs<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new FaultlineError("bad-request", describeError(cause), { cause });
  }
}

/** The common options in full. */
export function commonOptions(values: { repos?: string; python?: string[]; work?: string }): CommonOptions {
  // A name without a folder is looked for on the PATH.
  const pythons = (values.python ?? []).map((path) => (path.includes("/") ? resolve(path) : path));
  const repos = values.repos === undefined ? undefined : resolve(values.repos);
  if (repos !== undefined && !statSync(repos, { throwIfNoEntry: false })?.isDirectory())
    throw new FaultlineError("bad-request", `--repos ${repos} is no folder`);
  return {
    repos,
    python: pythons[0] ?? "python3",
    pythons,
    work: resolve(values.work ?? join(tmpdir(), "faultline-eval")),
  };
}

/** How often each is run. */
export function roundsOf(rounds: string | undefined, usual: number): number {
  const count = Number(rounds ?? usual);
  if (!(Number.isInteger(count) && count >= 1)) {
    throw new FaultlineError("bad-request", "--rounds needs a whole number from 1 on");
  }
  return count;
}

/** Whose bugs, and which of them; all of youtube-dl's unless told otherwise. */
export function bugsOf(values: { project?: string; bugs?: string }): {
  project: string;
  bugs: Set<string> | undefined;
} {
  const project = values.project ?? "youtube-dl";
  if (!/^[\w-]+$/.test(project)) throw new FaultlineError("bad-request", `no such project: ${project}`);
  const bugs = values.bugs === undefined ? undefined : new Set(values.bugs.split(",").map((id) => id.trim()));
  return { project, bugs };
}

/** Runs a benchmark's main function; what it throws becomes one line on standard error and exit code 2. */
export function runMain(name: string, main: (args: string[]) => Promise<void>): void {
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${name}: ${describeError(error)}\n`);
    if (error instanceof FaultlineError && error.hint !== undefined) process.stderr.write(`  ${error.hint}\n`);
    process.exitCode = 2;
  });
}

/** Tells a person what is going on, beside the results. */
export function progress(what: string): void {
  process.stderr.write(`${what}\n`);
}
