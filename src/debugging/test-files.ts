import { basename, dirname, join, relative, sep } from "node:path";
import picomatch from "picomatch";
import { configNames } from "../kernel/config-names.ts";
import { isInside } from "../kernel/files.ts";
import { walkPython } from "../kernel/repo.ts";
import { readTextIfThere } from "../kernel/user-files.ts";
import { type CollectionConfig, readCollectIgnore, readCollectionConfig } from "../pytest/config.ts";
import { fnmatchPattern } from "../pytest/fnmatch.ts";

const defaultFiles = ["test_*.py", "*_test.py"];

/** Test files of the checkout as pytest would collect them when started there, relative to it, with `/`, sorted. */
export async function testFiles(repo: string): Promise<string[]> {
  const config = await collectionConfig(repo);
  const isTest = fileMatcher(config.pythonFiles ?? defaultFiles);
  const skipped = (config.norecursedirs ?? []).map(fnmatchPattern);
  const ignored = [ignoring("", config)];
  const files: string[] = [];
  for (const file of walkPython(repo)) {
    const path = relative(repo, file).split(sep).join("/");
    const folders = path.split("/").slice(0, -1);
    if (basename(path) === "conftest.py") ignored.push(await ignoredBy(repo, path));
    if (isTest(path) && !folders.some((name) => skipped.some((pattern) => pattern.test(name)))) files.push(path);
  }
  const kept = files.filter((path) => !ignored.some((isIgnored) => isIgnored(path)));
  const below = underTestpaths(kept, config.testpaths ?? []);
  // pytest looks everywhere where none of the paths exists.
  return (below.length > 0 ? below : kept).sort();
}

async function ignoredBy(repo: string, conftest: string): Promise<(path: string) => boolean> {
  const text = await readTextIfThere(join(repo, conftest)).catch(() => undefined);
  return ignoring(dirname(conftest), readCollectIgnore(text ?? ""));
}

function ignoring(folder: string, config: CollectionConfig): (path: string) => boolean {
  const paths = (config.ignore ?? []).map((path) => join(folder, path));
  const patterns = (config.ignoreGlob ?? []).map((glob) => fnmatchPattern(join(folder, glob)));
  return (path) => paths.some((ignored) => isInside(ignored, path)) || patterns.some((pattern) => pattern.test(path));
}

async function collectionConfig(repo: string): Promise<CollectionConfig> {
  for (const name of configNames) {
    const text = await readTextIfThere(join(repo, name)).catch(() => undefined);
    const config = text === undefined ? undefined : readCollectionConfig(name, text);
    if (config) return config;
  }
  return {};
}

/** A pattern with a slash is about the end of the path, one without about the name. */
function fileMatcher(patterns: readonly string[]): (path: string) => boolean {
  const tests = patterns.map((pattern) =>
    pattern.includes("/")
      ? { whole: true, pattern: fnmatchPattern(`*/${pattern}`) }
      : { whole: false, pattern: fnmatchPattern(pattern) },
  );
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return tests.some(({ whole, pattern }) => pattern.test(whole ? `/${path}` : name));
  };
}

function underTestpaths(files: readonly string[], testpaths: readonly string[]): string[] {
  const patterns = testpaths.map((path) => path.replace(/^(\.\/)+|\/+$/g, "")).filter((path) => path !== "");
  if (patterns.length === 0 || patterns.includes(".")) return [...files];
  const matches = picomatch(patterns);
  return files.filter((path) => {
    const parts = path.split("/");
    return parts.some((_, at) => matches(parts.slice(0, at + 1).join("/")));
  });
}
