import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { configNames } from "../kernel/config-names.ts";

/** What says which versions are to be installed. */
const lock =
  /^(?:(?:.*-)?(?:requirements|constraints)[^/]*\.(?:txt|in)|(?:poetry|uv|pdm|Pipfile|conda-lock|pylock[^/]*)\.(?:lock|toml|ya?ml)|Pipfile|environment\.ya?ml|setup\.py)$/;

/**
 * The configuration files that pytest may read for some tests: those at the root and on the way to the files, and every
 * `conftest.py`. Paths relative to the checkout.
 *
 * @param files what the evidence was made from, the test's file among them
 * @param python every Python file of the project
 */
export function configurationFiles(repo: string, files: readonly string[], python: readonly string[]): string[] {
  const folders = new Set([".", ...files.flatMap(foldersAbove)]);
  const found = [...folders].flatMap((folder) => {
    const names = namesIn(join(repo, folder));
    return configNames.filter((name) => names.includes(name)).map((name) => join(folder, name));
  });
  return [...found, ...python.filter((path) => basename(path) === "conftest.py")];
}

/** Whether a setting bears on some files: a configuration file does so below its folder, every other setting anywhere. */
export function bearsOn(setting: string, files: readonly string[]): boolean {
  const folder = dirname(setting);
  if (folder === "." || !configNames.includes(basename(setting))) return true;
  return files.some((file) => file.startsWith(`${folder}/`));
}

/** Lock and requirements files at the root and in a folder `requirements`; relative to the checkout. */
export function lockFiles(repo: string): string[] {
  const nested = namesIn(join(repo, "requirements")).filter((name) => /\.(?:txt|in)$/.test(name));
  return [...namesIn(repo).filter((name) => lock.test(name)), ...nested.map((name) => join("requirements", name))];
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
