/**
 * The quantile of some values by linear interpolation between neighbours (Hyndman and Fan, 1996, type 7).
 *
 * @param q from 0 to 1
 * @returns undefined of nothing
 */
export function quantile(values: readonly number[], q: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (place - Math.floor(place));
}
