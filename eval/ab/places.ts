/** A folder of this machine, and what it is called in results. */
export type Place = readonly [folder: string, name: string];

/**
 * A value of JSON in which folders of this machine have other names, so that results of different machines read the same
 * and may be shown to anyone. Longer paths go first: a session's folder lies below others.
 */
export function withoutPlaces<T>(value: T, places: readonly Place[]): T {
  const sorted = places.filter(([folder]) => folder.length > 1).toSorted(([a], [b]) => b.length - a.length);
  const named = (text: string) => sorted.reduce((left, [folder, name]) => left.replaceAll(folder, name), text);
  return mapped(value, named) as T;
}

function mapped(value: unknown, named: (text: string) => string): unknown {
  if (typeof value === "string") return named(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, named));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, named)]));
}
