import type { FailureContext } from "../debugging/failure-context.ts";
import { pack, utf8Bytes } from "../kernel/budget.ts";
import { shorten } from "./text.ts";

type Excerpt = NonNullable<FailureContext["source"]["crash"]>;

/** A line of the injection; the lower the rank, the sooner it gets its place. */
export interface RankedLine {
  text: string;
  rank: number;
  /** Source lines of one excerpt belong together: where one gives way, so do those behind it. */
  excerpt?: Excerpt;
}

/** Ranks, most needed first. */
export const RANK = { head: 0, place: 1, origin: 2, rerun: 3, chain: 4, near: 5, route: 6, far: 7 } as const;

/** Which lines of an excerpt to show: the one that it is about, others worth a mark, those already shown elsewhere. */
interface Choice {
  line: number;
  marked?: number | undefined;
  shown?: (line: number) => boolean;
}

/** Numbered source lines, those that matter marked; lines far from them give way first. */
export function numbered(excerpt: Excerpt | undefined, { line, marked, shown }: Choice): RankedLine[] {
  if (!excerpt) return [];
  const { heading } = excerpt;
  const above = heading && !shown?.(heading.line) ? [row(heading.line, heading.text, " "), "  …"] : [];
  const rows = excerpt.lines.flatMap((text, at) => {
    const number = excerpt.first + at;
    if (shown?.(number)) return [];
    const mark = number === line || number === marked ? ">" : " ";
    return [{ text: row(number, text, mark), rank: rankAt(Math.abs(number - line)), excerpt }];
  });
  return [...above.map((text) => ({ text, rank: RANK.near + 0.5 })), ...rows];
}

function row(number: number, text: string, mark: string): string {
  return `${mark}${number} ${shorten(text, 160)}`.trimEnd();
}

function rankAt(distance: number): number {
  if (distance === 0) return RANK.place;
  return distance <= 3 ? RANK.near + distance / 10 : RANK.far + distance / 100;
}

/** Gives the lines their places by rank, then puts them back into reading order, excerpts without holes. */
export function fitLines(lines: readonly RankedLine[], limit: number): string {
  const byRank = [...lines].sort((a, b) => a.rank - b.rank);
  const { kept, omitted } = pack(byRank, limit + 1, ({ text }) => utf8Bytes(text) + 1);
  const chosen = new Set(kept);
  for (const line of omitted) {
    for (const other of kept) {
      if (line.excerpt && other.excerpt === line.excerpt && isBehind(lines, other, line)) chosen.delete(other);
    }
  }
  return lines
    .filter((line) => chosen.has(line))
    .map(({ text }) => text)
    .join("\n");
}

/** Whether a source line stands on the far side of another, seen from the line that their excerpt is about. */
function isBehind(lines: readonly RankedLine[], line: RankedLine, other: RankedLine): boolean {
  const centre = lines.findIndex(({ excerpt, rank }) => excerpt === line.excerpt && rank <= RANK.origin);
  const [at, gap] = [lines.indexOf(line), lines.indexOf(other)];
  return gap < centre ? at < gap : at > gap;
}
