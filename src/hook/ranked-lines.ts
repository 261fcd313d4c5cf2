import type { FailureContext } from "../debugging/failure-context.ts";
import { pack, utf8Bytes } from "../kernel/budget.ts";
import { redactSource } from "../kernel/redact.ts";
import { shorten } from "./text.ts";

type Excerpt = NonNullable<FailureContext["source"]["crash"]>;

/** A line of the injection; the lower the rank, the sooner it gets its place. */
export interface RankedLine {
  text: string;
  rank: number;
  /** Source lines of one excerpt belong together: where one gives way, so do those behind it. */
  excerpt?: Excerpt;
  /** The source line that it shows. */
  shows?: Line;
  /** The source line that it says is marked, in the lines behind it or above: it says so only where that found its place. */
  marks?: Line;
}

/** Ranks, most needed first. */
export const RANK = { head: 0, place: 1, origin: 2, rerun: 3, chain: 4, near: 5, route: 6, far: 7 } as const;
/** A marked line, and with it all up to it, is needed more than the way, and than what is merely near. */
const MARKED = RANK.chain - 0.5;

/** Which line an excerpt is about, what it ranks, and others worth a mark. */
interface Choice {
  path: string;
  line: number;
  rank: number;
  marked?: number | undefined;
  told: Told;
}

interface Line {
  path: string;
  line: number;
}

/** The lines of source that an injection shows already: none is shown twice. */
export class Told {
  readonly #lines = new Set<string>();

  has({ path, line }: Line): boolean {
    return this.#lines.has(`${path}:${line}`);
  }

  /** Whether the line is new, and so to be shown. */
  add({ path, line }: Line): boolean {
    const before = this.#lines.size;
    return this.#lines.add(`${path}:${line}`).size > before;
  }
}

/** Numbered source lines, those that matter marked; lines far from them give way first. */
export function numbered(excerpt: Excerpt | undefined, { path, line, rank, marked, told }: Choice): RankedLine[] {
  if (!excerpt) return [];
  const { heading } = excerpt;
  const row = (number: number, text: string, rank: number): RankedLine => {
    const mark = number === line || number === marked ? ">" : " ";
    const shown = shorten(redactSource(text), 160);
    return { text: `${mark}${number} ${shown}`.trimEnd(), rank, shows: { path, line: number } };
  };
  const above: RankedLine[] = [];
  if (heading && told.add({ path, line: heading.line })) {
    above.push(row(heading.line, heading.text, heading.line === marked ? MARKED : RANK.near + 0.5));
    if (heading.line < excerpt.first - 1) above.push({ text: "  …", rank: RANK.near + 0.5 });
  }
  // The way to a marked line that is not among the lines is none of them.
  const other = marked !== undefined && excerpt.lines[marked - excerpt.first] !== undefined ? marked : line;
  const rows = excerpt.lines.flatMap((text, at) => {
    const number = excerpt.first + at;
    // A number that is not there says as much as an empty line.
    if (text.trim() === "" || !told.add({ path, line: number })) return [];
    return [{ ...row(number, text, number === line ? rank : rankAt(number, line, other)), excerpt }];
  });
  return [...above, ...rows];
}

function rankAt(number: number, line: number, marked: number): number {
  if ((number - line) * (number - marked) <= 0) return MARKED;
  const distance = Math.abs(number - line);
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
  const lost = new Told();
  for (const line of lines) if (line.shows && !chosen.has(line)) lost.add(line.shows);
  return lines
    .filter((line) => chosen.has(line))
    .map(({ text, marks }) => (marks && lost.has(marks) ? text.replace(/(?:, marked above\.|:)$/, ".") : text))
    .join("\n");
}

/**
 * Whether a source line stands on the far side of another, seen from the line that their excerpt is about. Without that
 * one the others say nothing.
 */
function isBehind(lines: readonly RankedLine[], line: RankedLine, other: RankedLine): boolean {
  const centre = lines.findIndex(({ excerpt, rank }) => excerpt === line.excerpt && rank <= RANK.origin);
  const [at, gap] = [lines.indexOf(line), lines.indexOf(other)];
  if (gap === centre) return true;
  return gap < centre ? at < gap : at > gap;
}
