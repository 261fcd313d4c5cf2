/** A list that still has a property, with as little in it as was found. */
export interface Minimised<T> {
  items: T[];
  /** Without any one of the items, the property is lost. */
  minimal: boolean;
}

/**
 * Delta debugging (Zeller and Hildebrandt, 2002, "ddmin"): takes items away, in halves first and in ever smaller
 * parts, as long as the rest has the property. The order of the items is kept.
 *
 * @param items a list that has the property; empty lists are not tried
 * @param holds whether a shorter list has it; undefined when no more may be tried
 */
export async function minimise<T>(
  items: readonly T[],
  holds: (items: readonly T[]) => Promise<boolean | undefined>,
): Promise<Minimised<T>> {
  const tried = new Map<string, boolean>();
  const numbers = new Map(items.map((item, at) => [item, at]));
  const test = async (list: readonly T[]): Promise<boolean | undefined> => {
    const key = list.map((item) => numbers.get(item)).join(",");
    const known = tried.get(key);
    if (known !== undefined) return known;
    const answer = await holds(list);
    if (answer !== undefined) tried.set(key, answer);
    return answer;
  };
  let current = [...items];
  for (let parts = 2; current.length > 1; ) {
    const smaller = await firstThatHolds(candidates(current, Math.min(parts, current.length)), test);
    if (smaller === "stopped") return { items: current, minimal: false };
    if (smaller) {
      parts = smaller.kind === "part" ? 2 : Math.max(parts - 1, 2);
      current = smaller.items;
    } else if (parts >= current.length) {
      return { items: current, minimal: true };
    } else parts = Math.min(parts * 2, current.length);
  }
  return { items: current, minimal: true };
}

interface Candidate<T> {
  kind: "part" | "rest";
  items: T[];
}

/** The parts, the last one first: what ran last before a failure is suspected first. Then what is left without each. */
function* candidates<T>(items: readonly T[], parts: number): Generator<Candidate<T>> {
  const bounds = Array.from({ length: parts + 1 }, (_, at) => Math.round((at * items.length) / parts));
  for (let at = parts - 1; at >= 0; at--) {
    yield { kind: "part", items: items.slice(bounds[at], bounds[at + 1]) };
  }
  if (parts === 2) return;
  for (let at = 0; at < parts; at++) {
    yield { kind: "rest", items: [...items.slice(0, bounds[at]), ...items.slice(bounds[at + 1])] };
  }
}

async function firstThatHolds<T>(
  candidates: Iterable<Candidate<T>>,
  holds: (items: readonly T[]) => Promise<boolean | undefined>,
): Promise<Candidate<T> | "stopped" | undefined> {
  for (const candidate of candidates) {
    const answer = await holds(candidate.items);
    if (answer === undefined) return "stopped";
    if (answer) return candidate;
  }
  return undefined;
}
