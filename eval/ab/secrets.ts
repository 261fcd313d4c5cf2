import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bug } from "../manifest.ts";
import type { Known } from "./agent.ts";
import { hiddenFolder } from "./hidden.ts";

/** By what the answer to a case is known where it turns up. */
export interface Secrets {
  /** Lines of the fix that stand nowhere in the buggy version, without their indentation. */
  fix: readonly string[];
  /** Lines of tests that are only for the judge. */
  tests: readonly string[];
  /** Ids of commits that hold the fix. */
  commits: readonly string[];
  /** Names that a package of the project may have. */
  packages: readonly string[];
}

/** Shorter lines may stand anywhere. */
const SHORTEST = 16;
const MOST = 40;

/**
 * What must not be within reach of an agent that works on a bug.
 *
 * @param fixed what the fix makes of each file
 * @param open folders whose Python code every agent may see, such as the buggy version and the libraries that it uses:
 * a line that stands there as well is no secret
 */
export async function secretsOf(bug: Bug, fixed: Known["fixed"], open: readonly string[]): Promise<Secrets> {
  const before = (await Promise.all(open.map(pythonIn))).flat().join("\n");
  const folder = hiddenFolder(bug);
  const hidden = folder === undefined ? [] : await pythonIn(folder);
  return {
    fix: distinct(
      [...fixed.values()].flatMap((text) => linesOf(text ?? "")),
      before,
    ),
    tests: distinct(hidden.flatMap(linesOf), before),
    commits: bug.kind === "public" ? [bug.fixed] : [],
    packages: bug.kind === "public" ? [bug.project] : [],
  };
}

/** The longest of the lines that are not in `before`, not even as the end of a longer line. */
function distinct(lines: readonly string[], before: string): string[] {
  const own = [...new Set(lines)].filter((line) => line.length >= SHORTEST && !before.includes(line));
  return own.toSorted((a, b) => b.length - a.length).slice(0, MOST);
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim());
}

async function pythonIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const wanted = files.filter((file) => file.isFile() && file.name.endsWith(".py"));
  return Promise.all(wanted.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
}
