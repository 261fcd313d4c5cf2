/** The same thing measured twice, at first and under something else; neither is negative. */
export interface Measured {
  base: number;
  other: number;
}

/** By how much all of it together has changed, as a share: -0.25 is a quarter less. What weighs much decides it. */
export function changeTogether(pairs: readonly Measured[]): number {
  const base = pairs.reduce((sum, pair) => sum + pair.base, 0);
  const other = pairs.reduce((sum, pair) => sum + pair.other, 0);
  return base === 0 && other === 0 ? 0 : other / base - 1;
}

/**
 * By how much a typical pair has changed, as a share: the geometric mean of the ratios, less one (Fleming and Wallace,
 * "How not to lie with statistics: the correct way to summarize benchmark results", 1986). Every pair weighs the same,
 * and half as much here makes up for twice as much there.
 *
 * @returns NaN of no pairs, and where one has nothing on one side only, since it has no ratio
 */
export function changeTypically(pairs: readonly Measured[]): number {
  const logs = pairs.map(({ base, other }) => (base === other ? 0 : Math.log(other / base)));
  const log = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  return Number.isFinite(log) ? Math.exp(log) - 1 : Number.NaN;
}
