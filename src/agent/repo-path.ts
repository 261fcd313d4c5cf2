import { lstatSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { distance } from "fastest-levenshtein";
import { configNames } from "../kernel/config-names.ts";
import { isInside } from "../kernel/files.ts";
import { isProjectPath, isTestPath, realPath, walkProject } from "../kernel/repo.ts";
import { Refusal } from "./refusal.ts";
import type { Workplace } from "./workplace.ts";

/** Files that decide how pytest runs, whatever is in them. */
const RULING = /^(?:sitecustomize|usercustomize|pytest)\.py$|\.pth$/;
/** A repository may have more files; these are looked at. */
const MOST_FILES = 50_000;
const MOST_SUGGESTIONS = 3;

/** A place in the repository, whether something is there or not. */
export interface Place {
  /** Absolute, without symlinks. */
  path: string;
  /** Relative to the repository, with slashes; "." for its root. */
  shown: string;
}

/**
 * The place that a model's path names.
 *
 * @throws Refusal for what lies outside the repository, also behind symlinks, and for what is hidden
 */
export function placeOf(given: string, { repo, closed }: Workplace): Place {
  const path = given.includes("\0") ? undefined : throughLinks(resolve(repo, given));
  if (path === undefined || !isInside(repo, path)) {
    throw new Refusal(`${given} is outside the repository. Paths are relative to its root.`);
  }
  const shown = shownPath(path, { repo }) || ".";
  const hidden = shown !== "." && shown.split("/").some((name) => name.startsWith("."));
  if (hidden || closed.some((folder) => isInside(folder, path))) throw new Refusal(`${shown} is closed to you.`);
  return { path, shown };
}

/** @throws Refusal for tests, for what configures them, and for what is no code of the project */
export function checkWritable({ path, shown }: Place, { repo, target }: Workplace): void {
  const name = basename(path);
  const isTarget = path === throughLinks(resolve(repo, target.split("::", 1)[0] ?? ""));
  if (isTestPath(repo, path) || isTarget) {
    throw new Refusal(`${shown} belongs to the tests, which are read-only. Mend the code that they test.`);
  }
  if (configNames.includes(name) || RULING.test(name) || shown.split("/").includes("_pytest")) {
    throw new Refusal(`${shown} decides how the tests run and is read-only. Mend the code that they test.`);
  }
  if (!isProjectPath(repo, path)) throw new Refusal(`${shown} is no code of this project.`);
}

/** A path below the repository as a model is shown it. */
export function shownPath(path: string, { repo }: Pick<Workplace, "repo">): string {
  return relative(repo, path).split(sep).join("/");
}

/** The path without the symlinks on its way, of which the end may not exist yet; undefined where one leads nowhere. */
export function throughLinks(path: string): string | undefined {
  const found = realPath(path);
  if (found !== undefined || dirname(path) === path) return found ?? path;
  if (isLink(path)) return undefined;
  const folder = throughLinks(dirname(path));
  return folder === undefined ? undefined : join(folder, basename(path));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Says that nothing is at a place, and what else may have been meant. */
export function nothingAt({ path, shown }: Place, workplace: Workplace): Refusal {
  const near = nearestFiles(shown, basename(path), workplace);
  const meant = near.length > 0 ? ` Did you mean ${near.join(", or ")}?` : "";
  return new Refusal(`There is no ${shown}.${meant}`);
}

/** The project's files below a folder, as absolute paths, but for what is closed. */
export function filesBelow(folder: string, { closed }: Workplace): string[] {
  const files: string[] = [];
  for (const file of walkProject(folder)) {
    if (files.length >= MOST_FILES) break;
    if (!closed.some((each) => isInside(each, file))) files.push(file);
  }
  return files.sort();
}

/** Files of that name somewhere else, else those whose paths differ least. */
function nearestFiles(wanted: string, name: string, workplace: Workplace): string[] {
  const ranked: { path: string; far: number }[] = [];
  for (const file of filesBelow(workplace.repo, workplace)) {
    const path = shownPath(file, workplace);
    // Of long paths only the ends are compared.
    const far = distance(path.slice(-200), wanted.slice(-200));
    if (basename(path) === name) ranked.push({ path, far: far - 1000 });
    else if (far <= Math.max(2, wanted.length / 3)) ranked.push({ path, far });
  }
  ranked.sort((left, right) => left.far - right.far || (left.path < right.path ? -1 : 1));
  return ranked.slice(0, MOST_SUGGESTIONS).map(({ path }) => path);
}
