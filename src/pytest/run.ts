import { type BlockFailure, readBlock, readRaised } from "./block.ts";
import type { Failure } from "./failure.ts";
import { CUT, readLines } from "./lines.ts";
import { Names } from "./names.ts";
import { type Progress, readProgress } from "./progress.ts";
import { type Block, type Region, readBlocks, readRegions } from "./regions.ts";
import {
  exceptionOfReason,
  readEntry,
  readSummary,
  type Summary,
  type SummaryEntry,
  trailingSubtest,
} from "./summary.ts";

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

/**
 * Reads what a test run printed, in any style of traceback and as much of it as is there.
 * Never throws; takes time in proportion to the length of the text.
 *
 * @param output standard output and error as one text
 */
export function parseRun(output: string): ParsedRun {
  const { lines, exitCode } = readLines(output);
  const { regions, width } = readRegions(lines);
  const progress = readProgress(regions.filter(isProgress).flatMap((region) => region.lines));
  const entries = readEntries(regions, progress);
  const failures = readFailures(regions, width, new Names(entries, progress));
  const all = withSummaryOnly(failures, entries);
  const summary = readSummary(lines);
  const rootdir = lines
    .map((line) => /^rootdir: (.+?)(?:, (?:configfile|inifile|testpaths): .*)?$/.exec(line)?.[1])
    .find(Boolean);
  const ids = [...all.map((failure) => failure.nodeId), ...progress.failedIds, ...progress.erroredIds];
  const failed = summary ? summary.failed + summary.errors : undefined;
  return {
    failures: all,
    summary,
    failedNodeIds: [...new Set(ids)].filter((id) => id !== ""),
    evident: all.length > 0 || (failed ?? 0) > 0 || progress.failedFiles.size > 0,
    incomplete:
      lines.includes(CUT) || all.some((failure) => failure.incomplete) || (failed !== undefined && failed > all.length),
    ...(rootdir ? { rootdir } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

function isProgress(region: Region): boolean {
  return region.kind === "progress" || region.kind === "unknown";
}

function readEntries(regions: Region[], progress: Progress): SummaryEntry[] {
  const known = new Set(progress.ids);
  const inSummary = regions.filter((region) => region.kind === "summary");
  const searched = inSummary.length > 0 ? inSummary : regions.filter((region) => region.kind === "unknown");
  return searched.flatMap((region) => region.lines.flatMap((line) => readEntry(line, known) ?? []));
}

function readFailures(regions: Region[], width: number, names: Names): Failure[] {
  return regions
    .filter((region) => region.kind === "failures" || region.kind === "errors" || region.kind === "unknown")
    .flatMap((region) => readBlocks(region, width).filter((block) => isFailure(block, region)))
    .map((block) => toFailure(readBlock(block), names));
}

/** Where the headline was cut away only a traceback tells that a block is about a failure. */
function isFailure(block: Block, region: Region): boolean {
  if (block.heading === undefined && region.kind !== "unknown") return false;
  if (region.kind !== "unknown") return true;
  return readRaised(block.lines.slice(1)).frames.length > 0;
}

function toFailure(block: BlockFailure, names: Names): Failure {
  const { name, nodeId: _, ...rest } = block;
  const subtest = name === undefined ? undefined : trailingSubtest(name);
  return { nodeId: names.find(block), ...rest, ...(subtest ? { subtest: subtest.subtest } : {}) };
}

/** Adds the failures of which only the summary line is here. */
function withSummaryOnly(failures: Failure[], entries: SummaryEntry[]): Failure[] {
  const told = new Map<string, number>();
  for (const { nodeId } of failures) told.set(nodeId, (told.get(nodeId) ?? 0) + 1);
  const more = entries.filter(({ nodeId }) => {
    const left = told.get(nodeId) ?? 0;
    told.set(nodeId, left - 1);
    return left <= 0;
  });
  return [
    ...failures,
    ...more.map(
      (entry): Failure => ({
        nodeId: entry.nodeId,
        phase: entry.outcome === "failed" ? "call" : entry.nodeId.includes("::") ? "setup" : "collection",
        exception: exceptionOfReason(entry.reason),
        frames: [],
        chain: [],
        group: [],
        sections: [],
        incomplete: true,
        ...(entry.subtest ? { subtest: entry.subtest } : {}),
      }),
    ),
  ];
}
