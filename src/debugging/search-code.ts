import { join, relative } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import picomatch from "picomatch";
import { fingerprint } from "../evidence/fingerprint.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { redactSource } from "../kernel/redact.ts";
import { isTestPath } from "../kernel/repo.ts";
import type { Call, Engine } from "./engine.ts";
import { type LineMatcher, lineMatcher, type MatchingLine, matchingLines, shownPart } from "./matching-lines.ts";
import { packAnswer } from "./packing.ts";
import { projectPaths, projectText } from "./project-files.ts";
import type { SearchAnswer } from "./reports.ts";
import { withinTime } from "./time-limit.ts";

export interface SearchRequest {
  /** Literal text of one line, or a regular expression of JavaScript where `regex` is set. */
  query: string;
  regex?: boolean;
  /** Only files whose path relative to the checkout matches; one without `/` is matched against names. */
  glob?: string;
  /** How many matches at most, 1 to 1,000; 50 without it. */
  limit?: number;
}

/** Larger files are data. */
const maxFile = 1_000_000;
const maxBytes = 200_000_000;
/** Matches of one file, and of all, among which the best are chosen. */
const maxPerFile = 1000;
const maxMatches = 20_000;
/** Milliseconds for the lines of a batch of files; it takes some twenty. */
const batchLimit = 700;

interface Match extends MatchingLine {
  path: string;
  inTest: boolean;
}

/**
 * Lines of the project's text files that match, definitions first, the code before its tests. Stops at the call's
 * deadline with what was found by then.
 *
 * @throws FaultlineError `bad-request` for an empty query, a broken pattern, or one that takes too long
 */
export async function searchCode(engine: Engine, request: SearchRequest, call: Call): Promise<SearchAnswer> {
  const { query, regex = false, glob, limit = 50 } = request;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new FaultlineError("bad-request", "limit is a number from 1 to 1,000");
  }
  const matcher = lineMatcher(query, regex);
  const found = await search(engine, matcher, globMatcher(glob), call);
  const best = found.matches.toSorted(byValue).slice(0, limit);
  const answer = {
    matches: best.map((match) => ({ path: match.path, line: match.line, text: shownPart(match) })),
    searched: found.searched,
    more: !found.complete || found.matches.length > limit,
  };
  const files = [...new Set(best.map(({ path }) => path))];
  const { repo, python, env, pytestArgs, state } = engine;
  return packAnswer("search", answer, {
    state,
    key: query,
    fingerprint: () => fingerprint({ repo, python, env, pytestArgs, files }),
    budgetTokens: call.budgetTokens,
  });
}

interface Source {
  /** Relative to the checkout. */
  path: string;
  text: string;
}

async function search(engine: Engine, matcher: LineMatcher, chosen: (path: string) => boolean, call: Call) {
  const started = Date.now();
  const { repo } = engine;
  const paths = await projectPaths(engine, call.deadline, call.signal);
  const found = { matches: [] as Match[], searched: 0, complete: true };
  let bytes = 0;
  for (const batch of batches(repo, paths.toSorted(), chosen)) {
    const late = Date.now() - started > call.deadline || call.signal?.aborted === true;
    if (late || bytes > maxBytes || found.matches.length > maxMatches) return { ...found, complete: false };
    found.matches.push(...matchesIn(repo, batch, matcher));
    found.searched += batch.length;
    bytes += batch.reduce((sum, { text }) => sum + text.length, 0);
    // Others, such as who cancels this, get their turn.
    await turn();
  }
  return found;
}

/** Some files at a time: watching over the time of each by itself would take longer than to search it. */
function* batches(repo: string, paths: readonly string[], chosen: (path: string) => boolean): Generator<Source[]> {
  let batch: Source[] = [];
  let size = 0;
  for (const absolute of paths) {
    const path = relative(repo, absolute);
    const text = chosen(path) ? projectText(repo, absolute, maxFile) : undefined;
    if (text === undefined) continue;
    // A key of several lines is not seen in one of them.
    batch.push({ path, text: text.includes("PRIVATE KEY") ? redactSource(text) : text });
    size += text.length;
    if (batch.length < 64 && size < maxFile) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  yield batch;
}

function matchesIn(repo: string, batch: readonly Source[], matcher: LineMatcher): Match[] {
  let current = "";
  const found = withinTime(batchLimit, () =>
    batch.flatMap(({ path, text }) => {
      current = path;
      const inTest = isTestPath(repo, join(repo, path));
      return matchingLines(text, matcher, maxPerFile).map((match) => ({ ...match, path, inTest }));
    }),
  );
  if (found) return found.value;
  throw new FaultlineError("bad-request", `the pattern takes too long, on ${current}`, {
    hint: "nested repetitions such as (a+)+ do; a simpler pattern or literal text finds the same",
  });
}

function globMatcher(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined || glob === "") return () => true;
  if (glob.length > 500) throw new FaultlineError("bad-request", "a glob has at most 500 characters");
  return picomatch(glob.replace(/^\.?\//, ""), { basename: !glob.includes("/"), dot: false });
}

function byValue(a: Match, b: Match): number {
  return (
    a.order - b.order ||
    Number(a.inTest) - Number(b.inTest) ||
    (a.path < b.path ? -1 : Number(a.path > b.path)) ||
    a.line - b.line
  );
}
