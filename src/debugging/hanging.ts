import { readThreadDump } from "../pytest/thread-dump.ts";
import { projectSites, type Site } from "./crash-site.ts";
import { shownPath } from "./failure-facts.ts";
import type { Target } from "./target.ts";

/** Part of the deadline after which a test is asked where it is. */
const LONG = 0.5;
const MOST_SHOWN = 5;

/**
 * Options by which pytest shows where a test is that takes long; it goes on then.
 *
 * @param deadline of the run, in milliseconds
 */
export function showWhereItHangs(deadline: number): string[] {
  return ["-o", `faulthandler_timeout=${(deadline * LONG) / 1000}`];
}

/**
 * The frames of the thread that runs the test, else of the first that runs code of the project.
 *
 * @param stderr what a run with these options wrote
 */
export function whereItHung(stderr: string, { file }: Target, repo: string): Site[] {
  const threads = readThreadDump(stderr).map((frames) => projectSites(frames, repo, [repo]));
  const own = threads.find((sites) => sites.some(({ path }) => path === file));
  return own ?? threads.find((sites) => sites.length > 0) ?? [];
}

/** Such as "after half of it, it was at shop.py:2 in wait, called from tests/test_shop.py:9 in test_wait". */
export function tellHang(hung: readonly Site[], repo: string): string {
  const at = hung
    .toReversed()
    .map(({ path, line, function: name = "" }) => `${shownPath(repo, path)}:${line} in ${name}`);
  return `after half of it, it was at ${at.slice(0, MOST_SHOWN).join(", called from ")}`;
}
