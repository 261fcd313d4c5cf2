import { CUT } from "./lines.ts";
import { separatorWidth, titleOf } from "./separators.ts";

/** What a stretch of pytest's output holds. `unknown`: its headline was cut away. */
export type RegionKind = "progress" | "errors" | "failures" | "summary" | "other" | "unknown";

export interface Region {
  kind: RegionKind;
  lines: string[];
}

/** The result line of a session: `=== 1 failed, 2 passed in 0.12s ===`; quiet runs print it bare. */
export const RESULT =
  /^(?:=+ )?((?:\d+ [a-z]+(?: [a-z]+)?, )*\d+ [a-z]+(?: [a-z]+)?|no tests ran) in \d[\d.]*s(?: \([\d:, a-z]+\))?(?: =+)?$/;

const KINDS: Record<string, RegionKind> = {
  "test session starts": "progress",
  ERRORS: "errors",
  FAILURES: "failures",
  "short test summary info": "summary",
};

/** Cuts the output of one or several runs of pytest at its headlines. */
export function readRegions(lines: readonly string[]): { regions: Region[]; width: number } {
  const width = separatorWidth(lines);
  const nested = nestedSessions(lines, width);
  const regions: Region[] = [{ kind: "unknown", lines: [] }];
  const open = (kind: RegionKind) => regions.push({ kind, lines: [] });
  lines.forEach((line, index) => {
    const title = nested.has(index) ? undefined : titleOf(line, "=", width);
    if (title !== undefined && !isShown(title)) {
      open(RESULT.test(line) ? "other" : (KINDS[title] ?? "other"));
    } else if (line === CUT) {
      open("unknown");
    }
    regions.at(-1)?.lines.push(line);
  });
  return { regions, width };
}

/** unittest rules its blocks off with the same sign but without a title; a test may print any title at all. */
function isShown(title: string): boolean {
  return (
    !(title in KINDS) &&
    !/^(?:PASSES|XFAILURES|XPASSES|warnings summary|slowest |no tests ran|\d+ |tests coverage|coverage:|rerun test summary)/.test(
      title,
    )
  );
}

/**
 * Lines of sessions of pytest that a test ran and printed (tests of pytest plugins do): those that start
 * behind "Captured stdout" before the outer session has ended.
 */
function nestedSessions(lines: readonly string[], width: number): Set<number> {
  const nested = new Set<number>();
  const lastResult = lines.findLastIndex((line) => RESULT.test(line));
  let captured = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.startsWith("-") && /^-+ Captured /.test(line)) captured = true;
    else if (titleOf(line, "_", width) !== undefined || RESULT.test(line)) captured = false;
    if (!captured || titleOf(line, "=", width) !== "test session starts") continue;
    const end = lines.findIndex((text, index) => index > at && RESULT.test(text));
    if (end < 0 || end >= lastResult) break;
    for (; at <= end; at += 1) nested.add(at);
    at -= 1;
  }
  return nested;
}

/** One heading `____ name ____` and what stands under it; the first part of a region may have no heading. */
export interface Block {
  heading: string | undefined;
  /** The text before it was cut away. */
  cut: boolean;
  lines: string[];
}

/** Cuts the ERRORS or FAILURES part of the output at its headings. */
export function readBlocks(region: Region, width: number): Block[] {
  const blocks: Block[] = [{ heading: undefined, cut: region.kind === "unknown", lines: [] }];
  for (const line of region.lines) {
    if (line === CUT) continue;
    const heading = titleOf(line, "_", width);
    if (heading !== undefined && !/^[_ ]+$/.test(heading)) blocks.push({ heading, cut: false, lines: [] });
    else if (!(titleOf(line, "=", width) !== undefined && blocks.length === 1)) blocks.at(-1)?.lines.push(line);
  }
  return blocks.filter((block) => block.heading !== undefined || block.lines.some((line) => line.trim() !== ""));
}
