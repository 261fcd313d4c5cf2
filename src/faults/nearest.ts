import { distance } from "fastest-levenshtein";

/** Names what could have been meant, where one of the valid words is near; empty otherwise. */
export function didYouMean(word: string, valid: readonly string[]): string {
  const [nearest] = valid
    .map((other) => ({ other, far: distance(word.slice(0, 100).toLowerCase(), other) }))
    .toSorted((a, b) => a.far - b.far);
  const isNear = nearest !== undefined && nearest.far <= Math.max(1, Math.floor(nearest.other.length / 3));
  return isNear ? `; did you mean ${nearest.other}?` : "";
}
