import { CUT } from "./lines.ts";
import { separatorWidth, titleOf } from "./separators.ts";

/** What a stretch of pytest's output holds. `unknown`: its headline was cut away. */
type RegionKind = "progress" | "errors" | "failures" | "summary" | "other" | "unknown";

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
    if (nested.has(index)) return;
    const title = titleOf(line, "=", width);
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
 * Lines of sessions of pytest that a test ran and printed (tests of pytest plugins do): those that start behind
 * "Captured stdout", or before the outer session has ended.
 */
function nestedSessions(lines: readonly string[], width: number): Set<number> {
  const nested = new Set<number>();
  const lastResult = lines.findLastIndex((line) => RESULT.test(line));
  let inside = false;
  for (let at = 0; at < lastResult; at += 1) {
    const line = lines[at] ?? "";
    if (line.startsWith("-") && /^-+ Captured /.test(line)) inside = true;
    else if (RESULT.test(line)) inside = false;
    // With `-s` the headline may stand behind letters of progress.
    if (titleOf(line.slice(-width), "=", width) !== "test session starts") continue;
    if (inside) {
      const end = nextResult(lines, at);
      // Nothing is left for the outer session: this one is no inner one, nor is any behind it.
      if (end >= lastResult) break;
      for (; at < end; at += 1) nested.add(at);
      nested.add(end);
    }
    inside = true;
  }
  return nested;
}

function nextResult(lines: readonly string[], at: number): number {
  let end = at + 1;
  while (end < lines.length && !RESULT.test(lines[end] ?? "")) end += 1;
  return end;
}

/** One heading `____ name ____` and what stands under it; the first part of a region may have no heading. */
export interface Block {
  heading: string | undefined;
  /** Text in front of it, or at its end, was cut away. */
  cut: boolean;
  /** Its first line may be the end of a longer one. */
  halfLine: boolean;
  lines: string[];
}

/** Lines that one heading may take, when the name of a test has line breaks in it. */
const MOST_LINES = 6;

/**
 * Cuts the ERRORS or FAILURES part of the output at its headings.
 *
 * @param endsInCut the text stops with this region, or goes on behind a cut
 */
export function readBlocks(region: Region, width: number, endsInCut: boolean): Block[] {
  const { kind, lines } = region;
  const afterCut = lines[0] === CUT;
  const blocks: Block[] = [
    { heading: undefined, cut: kind === "unknown", halfLine: kind === "unknown" && !afterCut, lines: [] },
  ];
  for (let at = afterCut || kind !== "unknown" ? 1 : 0; at < lines.length; at += 1) {
    const { heading, length } = headingAt(lines, at, width);
    if (heading === undefined) blocks.at(-1)?.lines.push(lines[at] ?? "");
    else blocks.push({ heading, cut: false, halfLine: false, lines: [] });
    at += length - 1;
  }
  const last = blocks.at(-1);
  if (last && endsInCut) last.cut = true;
  return blocks.filter((block) => block.heading !== undefined || block.lines.some((line) => line.trim() !== ""));
}

function headingAt(
  lines: readonly string[],
  at: number,
  width: number,
): { heading: string | undefined; length: number } {
  let text = lines[at] ?? "";
  if (!/^_+ [^_\s]/.test(text)) return { heading: undefined, length: 1 };
  for (let length = 1; length <= MOST_LINES; length += 1) {
    const heading = titleOf(text, "_", width);
    if (heading !== undefined) return { heading, length };
    const next = lines[at + length];
    if (text.endsWith("_") || next === undefined) break;
    text = `${text}\n${next}`;
  }
  return { heading: undefined, length: 1 };
}
