import { readBlock, WORKER_CRASH } from "./block.ts";
import { FATAL_ERROR, failure, readBreakdowns } from "./breakdown.ts";
import type { Failure } from "./failure.ts";
import { readFiltered } from "./filtered.ts";
import { readLineStyle } from "./line-style.ts";
import { CUT, readLines } from "./lines.ts";
import { type Known, type Named, nameFailures, phaseOf } from "./names.ts";
import { headingOf } from "./node-id.ts";
import { type Progress, readProgress } from "./progress.ts";
import { type Block, type Region, readBlocks, readRegions } from "./regions.ts";
import { readScript } from "./script.ts";
import {
  exceptionOfReason,
  readEntries,
  readSummary,
  type Summary,
  type SummaryEntry,
  trailingSubtest,
} from "./summary.ts";
import { isPytestEntry } from "./traceback-pytest.ts";
import { readUnittest } from "./unittest.ts";

/** What the output of a test run says. */
export interface ParsedRun {
  failures: Failure[];
  /** Counts of the result line; undefined where there is none. */
  summary: Summary | undefined;
  /** Every failing node id that is known, once, in print order. */
  failedNodeIds: string[];
  /** Something failed, whether or not a traceback of it is here. */
  evident: boolean;
  /** A part of the output is missing: not all failures, or not all of them whole, are known. */
  incomplete: boolean;
  /** As the header of the session prints it. */
  rootdir?: string;
  /** From an `Exit code N` line in front. */
  exitCode?: number;
}

const ROOTDIR = /^rootdir: (.+?)(?:, (?:configfile|inifile|testpaths): .*)?$/;
/** pytest 9 reports the test around failed subtests once more, with nothing new to tell. */
const ONLY_SUBTESTS = /^contains \d+ failed subtests?$/;

/**
 * Reads what a test run printed, in any style of traceback and as much of it as is there: pytest, unittest's own
 * runner, or the traceback of a plain program. Never throws; takes time in proportion to the length of the text.
 *
 * @param output standard output and error as one text
 */
export function parseRun(output: string): ParsedRun {
  const { lines, exitCode } = readLines(output);
  const { regions, width } = readRegions(lines);
  const progress = readProgress(regions.filter(isProgress).flatMap((region) => region.lines));
  const entries = entriesOf(regions, progress);
  const summary = readSummary(regions.flatMap((region) => region.lines));
  const complete = summary !== undefined && entries.length === summary.failed + summary.errors;
  const pytest = pytestFailures(regions, width, { entries, progress, complete });
  const isPytest = summary !== undefined || pytest.length > 0 || isSession(regions);
  const unittest = isPytest ? undefined : readUnittest(lines);
  const counts = summary ?? unittest?.summary;
  const known = counts && counts.failed + counts.errors === 0 ? [] : (unittest?.failures ?? pytest);
  const breakdowns = readBreakdowns(lines);
  const filtered = isPytest || unittest ? [] : readFiltered(lines);
  const isScript = !isPytest && !unittest && breakdowns.length === 0 && filtered.length === 0;
  const failures = [...withBreakdowns(known, breakdowns), ...filtered, ...(isScript ? readScript(lines) : [])];
  const rootdir = lines.map((line) => ROOTDIR.exec(line)?.[1]).find((found) => found !== undefined);
  return {
    ...conclude(failures, counts, progress, lines.includes(CUT)),
    ...(rootdir ? { rootdir } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

/** A crash of a worker is told twice: by xdist, which knows the test, and by the interpreter, which knows the frames. */
function withBreakdowns(known: Failure[], breakdowns: Failure[]): Failure[] {
  const crashed = known.filter((one) => one.exception.type === WORKER_CRASH);
  const [fatal] = breakdowns.filter((one) => one.exception.type === FATAL_ERROR);
  const named = breakdowns.some((one) => one.phase === "collection") ? known.filter((one) => one.nodeId !== "") : known;
  if (crashed.length !== 1 || !fatal) return [...named, ...breakdowns];
  const { exception, frames, incomplete } = fatal;
  const told = named.map((one) => (one === crashed[0] ? { ...one, exception, frames, incomplete } : one));
  return [...told, ...breakdowns.filter((one) => one !== fatal)];
}

function conclude(all: Failure[], summary: Summary | undefined, progress: Progress, cut: boolean): ParsedRun {
  const counted = summary && summary.failed + summary.errors;
  const withSubtests = new Set(all.filter((one) => one.subtest !== undefined).map((one) => one.nodeId));
  const failures = all.filter((one) => !(ONLY_SUBTESTS.test(one.exception.message) && withSubtests.has(one.nodeId)));
  const seen =
    counted === 0
      ? []
      : counted === undefined || counted > all.length
        ? [...progress.failedIds, ...progress.erroredIds]
        : [];
  const evident = failures.length > 0 || (counted ?? progress.failedFiles.size) > 0;
  return {
    failures,
    summary,
    failedNodeIds: [...new Set([...failures.map((one) => one.nodeId), ...seen])].filter((id) => id !== ""),
    evident,
    incomplete:
      cut ||
      failures.some((one) => one.incomplete) ||
      (counted ?? 0) > all.length ||
      (evident && failures.length === 0),
  };
}

function isProgress(region: Region): boolean {
  return region.kind === "progress" || region.kind === "unknown";
}

function isSession(regions: Region[]): boolean {
  return regions.some((region) => region.kind !== "unknown");
}

function entriesOf(regions: Region[], progress: Progress): SummaryEntry[] {
  const inSummary = regions.filter((region) => region.kind === "summary");
  const searched = inSummary.length > 0 ? inSummary : regions.filter((region) => region.kind === "unknown");
  return searched.flatMap((region) => readEntries(region.lines, new Set(progress.ids)));
}

function pytestFailures(regions: Region[], width: number, known: Known): Failure[] {
  const lineStyle = regions.filter((region) => region.kind === "failures").flatMap((region) => headless(region, width));
  const blocks = regions.flatMap((region, at) => {
    if (region.kind !== "failures" && region.kind !== "errors" && region.kind !== "unknown") return [];
    const next = regions[at + 1];
    const shown = readBlocks(region, width, next === undefined || next.lines[0] === CUT).filter((block) =>
      region.kind === "unknown" ? showsFailure(block, isSession(regions)) : block.heading !== undefined,
    );
    return shown.map(readBlock);
  });
  const failures = [...readLineStyle(lineStyle, known.entries), ...nameFailures(blocks, known).map(toFailure)];
  return [...failures, ...summaryOnly(failures, known.entries)];
}

/** Only `--tb=line` prints failures without a heading. */
function headless(region: Region, width: number): string[] {
  const [first] = readBlocks(region, width, false);
  return first && first.heading === undefined ? first.lines : [];
}

/** Where the headline was cut away only a traceback tells that a block is about a failure. */
function showsFailure(block: Block, inSession: boolean): boolean {
  const body = block.halfLine ? block.lines.slice(1) : block.lines;
  const own = body.some(isPytestEntry);
  if (block.heading !== undefined) return own || readBlock(block).frames.length > 0;
  return own || (inSession && readBlock(block).frames.length > 0);
}

function toFailure({ block, nodeId, entry }: Named): Failure {
  const { name, nodeId: _, ...rest } = block;
  // A parameter may look like a subtest: `test_x [a]` is one only behind the name of a test.
  const subtest =
    name === undefined || (entry && headingOf(entry.nodeId) === name) ? undefined : trailingSubtest(name)?.subtest;
  const { type, message } = exceptionOfReason(entry?.reason).exception;
  const named = rest.exception.type === "" && rest.exception.message.startsWith(message.replace(/\.{3}$/, ""));
  return {
    nodeId,
    ...rest,
    exception: named ? { type, message: rest.exception.message || message } : rest.exception,
    ...(subtest ? { subtest } : {}),
  };
}

/** The failures of which only the summary line is here. */
function summaryOnly(failures: Failure[], entries: SummaryEntry[]): Failure[] {
  const told = new Map<string, number>();
  for (const { nodeId } of failures) told.set(nodeId, (told.get(nodeId) ?? 0) + 1);
  const more = entries.filter(({ nodeId }) => {
    const left = told.get(nodeId) ?? 0;
    told.set(nodeId, left - 1);
    return left <= 0;
  });
  return more.map((entry) => {
    return failure(entry.nodeId, phaseOf(entry), {
      ...exceptionOfReason(entry.reason),
      ...(entry.subtest ? { subtest: entry.subtest } : {}),
    });
  });
}
