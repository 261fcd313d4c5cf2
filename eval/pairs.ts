import { median } from "./table.ts";

/** Two things measured turn by turn, so that what disturbs the machine disturbs both. */
export interface Paired {
  /** Milliseconds, one a round. */
  base: number[];
  other: number[];
  /** other / base of each round. */
  ratios: number[];
}

/** The middle of the rounds and how far they spread. */
export interface Summary {
  base: number;
  other: number;
  ratio: number;
  low: number;
  high: number;
}

/**
 * Runs both in turn, A B then B A, after one round that does not count.
 *
 * @param base gives the milliseconds that the thing compared with took
 */
export async function inPairs(
  rounds: number,
  base: () => Promise<number>,
  other: () => Promise<number>,
): Promise<Paired> {
  const paired: Paired = { base: [], other: [], ratios: [] };
  await base();
  await other();
  for (let round = 0; round < rounds; round++) {
    const early = round % 2 === 0 ? await base() : await other();
    const late = round % 2 === 0 ? await other() : await base();
    const [a, b] = round % 2 === 0 ? [early, late] : [late, early];
    paired.base.push(a);
    paired.other.push(b);
    paired.ratios.push(b / a);
  }
  return paired;
}

/** Medians, and the lowest and highest ratio. */
export function summarize({ base, other, ratios }: Paired): Summary {
  return {
    base: median(base),
    other: median(other),
    ratio: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
  };
}
