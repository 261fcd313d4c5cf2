import type { FailureContext } from "../debugging/failure-context.ts";
import { pack, utf8Bytes } from "../kernel/budget.ts";
import { shorten } from "./text.ts";

type Excerpt = NonNullable<FailureContext["source"]["crash"]>;

/** A line of the injection; the lower the rank, the sooner it gets its place. */
export interface RankedLine {
  text: string;
  rank: number;
}

/** Ranks, most needed first. */
export const RANK = { head: 0, place: 1, origin: 2, rerun: 3, chain: 4, near: 5, route: 6, far: 7 } as const;

/** Numbered source lines, the line that matters marked; lines far from it give way first. */
export function numbered(excerpt: Excerpt | undefined, line: number): RankedLine[] {
  return (excerpt?.lines ?? []).map((text, at) => {
    const number = (excerpt?.first ?? 1) + at;
    const distance = Math.abs(number - line);
    const rank = distance === 0 ? RANK.place : distance <= 3 ? RANK.near + distance / 10 : RANK.far + distance / 100;
    return { text: `${distance === 0 ? ">" : " "}${number} ${shorten(text.trimEnd(), 160)}`, rank };
  });
}

/** Gives the lines their places by rank, then puts them back into reading order. */
export function fitLines(lines: readonly RankedLine[], limit: number): string {
  const byRank = [...lines].sort((a, b) => a.rank - b.rank);
  const { kept } = pack(byRank, limit + 1, ({ text }) => utf8Bytes(text) + 1);
  const chosen = new Set(kept);
  return lines
    .filter((line) => chosen.has(line))
    .map(({ text }) => text)
    .join("\n");
}
