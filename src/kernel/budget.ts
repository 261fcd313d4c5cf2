/** What fitted into a budget, in the given order, and what did not. */
export interface Packed<T> {
  kept: T[];
  omitted: T[];
  used: number;
}

/**
 * Keeps the best items that fit.
 *
 * @param items most valuable first; an item that does not fit is left out, and smaller ones behind it may still fit
 * @param limit the budget, in the unit of `measure`
 * @param measure what one item costs
 */
export function pack<T>(items: readonly T[], limit: number, measure: (item: T) => number): Packed<T> {
  const packed: Packed<T> = { kept: [], omitted: [], used: 0 };
  for (const item of items) {
    const cost = measure(item);
    if (packed.used + cost <= limit) {
      packed.kept.push(item);
      packed.used += cost;
    } else {
      packed.omitted.push(item);
    }
  }
  return packed;
}

/** Length of a text in bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
