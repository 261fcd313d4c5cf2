import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isTestPath } from "../kernel/repo.ts";
import type { Engine } from "./engine.ts";
import type { Target } from "./target.ts";
import { testFiles } from "./test-files.ts";

const readAtOnce = 16;
/** Imports stand at the top: of a longer file the start tells enough. */
const readBytes = 200_000;

/** A test file of the project, relative to the checkout. */
export interface RankedFile {
  path: string;
  /** It is the test's own, or mentions what the test executed. */
  related: boolean;
}

/**
 * The test files of the project, as pytest would collect them, most relevant for a failing test first: its own file,
 * then files that mention modules which it executed (the rarer the mention, the more it counts), then the others, the
 * nearer the sooner.
 *
 * @param coveredFiles absolute paths of project files that the test executed; without any, what its own file mentions
 * stands for them
 * @returns paths relative to the checkout
 */
export async function relevantTestFiles(
  engine: Engine,
  target: Pick<Target, "path">,
  coveredFiles: readonly string[],
): Promise<string[]> {
  return (await rankTestFiles(engine, target, coveredFiles)).map(({ path }) => path);
}

/** The same, with what sets the related ones apart. */
export async function rankTestFiles(
  { repo }: Pick<Engine, "repo">,
  target: Pick<Target, "path">,
  coveredFiles: readonly string[],
): Promise<RankedFile[]> {
  const own = target.path;
  const others = (await testFiles(repo)).filter((path) => path !== own);
  const covered = coveredFiles.filter((path) => !isTestPath(repo, path));
  const ownNames = covered.length > 0 ? [] : mentionedNames(await readStart(join(repo, own)));
  const wanted = covered.length > 0 ? namesOfModules(repo, covered) : new Map(nameThemselves(ownNames));
  const mentions = await inBatches(others, async (path) => mentionedModules(await readStart(join(repo, path)), wanted));
  const score = weigh(mentions);
  const ranked = others.map((path, at) => ({ path, score: score[at] ?? 0, distance: distance(own, path) }));
  ranked.sort((a, b) => b.score - a.score || a.distance - b.distance || (a.path < b.path ? -1 : 1));
  return [{ path: own, related: true }, ...ranked.map((file) => ({ path: file.path, related: file.score > 0 }))];
}

/** Every name by which a module may be imported, from its stem to its whole dotted path, and the module behind it. */
function namesOfModules(repo: string, files: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const file of files) {
    const parts = relative(repo, file).replace(/\.py$/, "").split(sep);
    if (parts.at(-1) === "__init__") parts.pop();
    for (let at = 0; at < parts.length; at++) names.set(parts.slice(at).join("."), file);
  }
  return names;
}

function* nameThemselves(names: Iterable<string>): Generator<[string, string]> {
  for (const name of names) yield [name, name];
}

/** The modules of `wanted` that a text mentions; of `a.b.c` the longest beginning that names one counts. */
function mentionedModules(text: string, wanted: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>();
  for (const name of mentionedNames(text)) {
    for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
      const module = wanted.get(name.slice(0, end));
      if (module === undefined) continue;
      found.add(module);
      break;
    }
  }
  return found;
}

/** Names that are imported, and dotted names anywhere, such as in the argument of a `patch`. */
function mentionedNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [name] of text.matchAll(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g)) names.add(name);
  for (const [, list = ""] of text.matchAll(/^[ \t]*import[ \t]+([^\n#;]+)/gm)) {
    for (const [name] of list.matchAll(/[A-Za-z_][\w.]*/g)) names.add(name);
  }
  for (const [, from = "", list = ""] of text.matchAll(
    /^[ \t]*from[ \t]+\.*([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)/gm,
  )) {
    if (from !== "") names.add(from);
    for (const [name] of list.matchAll(/[A-Za-z_]\w*/g)) names.add(from === "" ? name : `${from}.${name}`);
  }
  return names;
}

/** A module that few files mention says more about those that do. */
function weigh(mentions: readonly ReadonlySet<string>[]): number[] {
  const times = new Map<string, number>();
  for (const set of mentions) for (const name of set) times.set(name, (times.get(name) ?? 0) + 1);
  return mentions.map((set) => [...set].reduce((sum, name) => sum + 1 / (times.get(name) ?? 1), 0));
}

/** How many folders one has to leave and enter to come from one file to another. */
function distance(from: string, to: string): number {
  const left = from.split("/").slice(0, -1);
  const right = to.split("/").slice(0, -1);
  const shared = left.findIndex((folder, at) => folder !== right[at]);
  const common = shared < 0 ? left.length : shared;
  return left.length - common + (right.length - common);
}

async function readStart(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.slice(0, readBytes);
}

async function inBatches<T, R>(items: readonly T[], action: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += readAtOnce) {
    results.push(...(await Promise.all(items.slice(at, at + readAtOnce).map(action))));
  }
  return results;
}
