import { isAbsolute, join, resolve } from "node:path";
import { isProjectPath, isTestPath, realPath } from "../kernel/repo.ts";
import type { ExceptionInfo, Failure, Frame } from "../pytest/failure.ts";

/** A traceback frame in the project's own code; `path` is absolute and real. */
export interface Site extends Frame {
  /** It lies in the tests, not in what they test. */
  inTest: boolean;
}

/** What of a failure is explained: one exception, and the way it took through the project. */
export interface Raised {
  exception: ExceptionInfo;
  /** Frames in project files, outermost first; the others are left out. */
  sites: Site[];
}

/**
 * Picks the exception that explains a failure: the leaf of a group that has project frames, the first cause of a
 * chain, else the exception itself.
 *
 * @param root real path of the repository
 * @param folders where relative paths of the traceback may start, most likely first
 */
export function raised(failure: Failure, root: string, folders: readonly string[]): Raised {
  const candidates = [...failure.chain, ...failure.group, failure];
  const located = candidates.map(({ exception, frames }) => ({
    exception,
    sites: projectSites(frames, root, folders),
  }));
  return (
    located.find(({ sites }) => sites.some((site) => !site.inTest)) ??
    located.find(({ sites }) => sites.length > 0) ?? { exception: failure.exception, sites: [] }
  );
}

/** The deepest frame in what the tests test, or where there is none, in the tests. */
export function crashSite(sites: readonly Site[]): Site | undefined {
  return sites.findLast((site) => !site.inTest) ?? sites.at(-1);
}

/** The frames that lie in project files, in their order. */
export function projectSites(frames: readonly Frame[], root: string, folders: readonly string[]): Site[] {
  const sites: Site[] = [];
  for (const frame of frames) {
    const path = locate(frame.path, folders);
    if (path !== undefined && frame.line > 0 && isProjectPath(root, path)) {
      sites.push({ ...frame, path, inTest: isTestPath(root, path) });
    }
  }
  return sites;
}

function locate(path: string, folders: readonly string[]): string | undefined {
  for (const folder of isAbsolute(path) ? ["/"] : folders) {
    const found = realPath(resolve(folder, path));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a test's own assertion failed: there is nothing behind it that the output does not show. */
export function isBareAssertion({ exception, sites }: Raised): boolean {
  const asserted = /(^|\.)(AssertionError|Failed)$/.test(exception.type);
  return asserted && !sites.some((site) => !site.inTest);
}

/** Where paths of a run's output may start. */
export function runFolders(cwd: string, rootdir: string | undefined, root: string): string[] {
  return [...new Set([cwd, rootdir ?? cwd, root].map((folder) => join(folder)))];
}
