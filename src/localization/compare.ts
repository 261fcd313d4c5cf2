import { withoutNoise } from "./noise.ts";

/** What one frame held when it came to a watched line, or what it returned. */
export interface ObservedValues {
  /** Absolute. */
  path: string;
  line: number;
  function: string;
  when: "line" | "return";
  values: readonly { name: string; type: string; value: string }[];
}

/** A name whose values at one line tell a failing run from a passing one. */
export interface Difference {
  /** Absolute. */
  path: string;
  /** Where it differs first; of a return, the line that returned last in the failing run. */
  line: number;
  function: string;
  name: string;
  /** Distinct values in the order of time, at most a few; the last one is that of the last hit. */
  failing: string[];
  passing: string[];
  /** Both runs came to the line, and in one of them the name was never set there. */
  missing?: "in failing" | "in passing";
}

/**
 * The values by which a failing run differs from a passing one, the most telling first: another type (which `None`
 * is), empty against not, set in one run only, a value that the passing run never had there, and last one that it had,
 * but not at its last hit. Of one kind, what differs closest to the end of the failing run comes first.
 *
 * Lines that one run alone came to are left out: that is a matter of coverage. So are values that differ from run to
 * run by themselves, such as addresses, times, temporary paths and ids. A difference that is seen at several lines of a
 * function is told at the first of them.
 *
 * @param failing what the failing run saw, in the order of time
 * @param passing the same of the passing run
 */
export function differingValues(failing: readonly ObservedValues[], passing: readonly ObservedValues[]): Difference[] {
  const [ofFailing, ofPassing] = [places(failing), places(passing)];
  const found: Found[] = [];
  for (const [key, place] of ofFailing) {
    const other = ofPassing.get(key);
    if (other) found.push(...differencesAt(place, other));
  }
  const byKind = found.sort((one, other) => one.kind - other.kind || other.at - one.at || one.order - other.order);
  return onceEach(byKind).map(({ difference }) => difference);
}

interface Found {
  kind: number;
  /** When the failing run had the value last. */
  at: number;
  /** When the failing run came here first. */
  order: number;
  difference: Difference;
}

/** One value, with how it compares. */
interface Seen {
  at: number;
  type: string;
  value: string;
  /** The same for values that differ only by themselves. */
  same: string;
}

interface PlaceSeen {
  path: string;
  line: number;
  function: string;
  first: number;
  names: Map<string, Seen[]>;
}

const kinds = { type: 0, emptiness: 1, missing: 2, value: 3, order: 4, counter: 5 };
const maxShown = 4;

function places(observations: readonly ObservedValues[]): Map<string, PlaceSeen> {
  const found = new Map<string, PlaceSeen>();
  for (const [at, { path, line, function: name, when, values }] of observations.entries()) {
    const key = when === "line" ? `${line} ${path}` : `return ${name} ${path}`;
    const place = found.get(key) ?? { path, line, function: name, first: at, names: new Map<string, Seen[]>() };
    found.set(key, place);
    place.line = line;
    for (const each of values) {
      const seen = place.names.get(each.name) ?? [];
      place.names.set(each.name, seen);
      seen.push({ at, type: each.type, value: each.value, same: withoutNoise(each) });
    }
  }
  return found;
}

function differencesAt(failing: PlaceSeen, passing: PlaceSeen): Found[] {
  const names = new Set([...failing.names.keys(), ...passing.names.keys()]);
  return [...names].flatMap((name) => {
    const [left, right] = [failing.names.get(name) ?? [], passing.names.get(name) ?? []];
    const kind = kindOf(name, left, right);
    if (kind === undefined) return [];
    const clash = left.some(({ type, value }) => right.some((other) => other.value === value && other.type !== type));
    const show = (seen: Seen[]) => shown(seen, kind === kinds.type && clash);
    const { path, line, function: around, first } = failing;
    const difference: Difference = { path, line, function: around, name, failing: show(left), passing: show(right) };
    if (left.length === 0) difference.missing = "in failing";
    if (right.length === 0) difference.missing = "in passing";
    return [{ kind, at: left.at(-1)?.at ?? first, order: first, difference }];
  });
}

function kindOf(name: string, failing: Seen[], passing: Seen[]): number | undefined {
  const [last, lastPassing] = [failing.at(-1), passing.at(-1)];
  if (!last || !lastPassing) return isCounter(name) ? kinds.counter : kinds.missing;
  const had = new Set(passing.map(({ same }) => same));
  const unseen = failing.filter(({ same }) => !had.has(same));
  if (unseen.length === 0)
    return last.same === lastPassing.same ? undefined : isCounter(name) ? kinds.counter : kinds.order;
  const unlike = had.has(last.same) ? unseen : [last];
  if (unlike.every(({ type }) => passing.every((other) => other.type !== type))) return kinds.type;
  if (unlike.some((value) => passing.every((other) => isEmpty(other) !== isEmpty(value)))) return kinds.emptiness;
  return isCounter(name) ? kinds.counter : kinds.value;
}

/** Names of loop variables and the like: they differ as soon as one run comes round more often. */
function isCounter(name: string): boolean {
  return /(?:^|[._])(?:[ijkn]|idx|index|pos|position|count|counter|line_?no|depth|level)$/.test(name);
}

function isEmpty({ value }: Seen): boolean {
  return /^(?:None|''|b''|(?:\w+\()?(?:\[\]|\(\)|\{\}|set\(\)|frozenset\(\)|'')\)?)$/.test(value);
}

function shown(seen: readonly Seen[], withType: boolean): string[] {
  // Of equal values the last one stays, so that the last value shown is that of the last hit.
  const texts = seen.map(({ type, value }) => (withType ? `${value} (${type})` : value));
  const distinct = texts.filter((text, index) => !texts.includes(text, index + 1));
  return distinct.length <= maxShown ? distinct : [...distinct.slice(0, 1), ...distinct.slice(1 - maxShown)];
}

/** Each difference at the first line of its function that shows it. */
function onceEach(found: readonly Found[]): Found[] {
  const first = new Map<string, Found>();
  const keyOf = ({ difference: { path, function: name, name: variable, failing, passing } }: Found) =>
    JSON.stringify([path, name, variable, failing, passing]);
  for (const each of found) {
    const known = first.get(keyOf(each));
    if (!known || each.order < known.order) first.set(keyOf(each), each);
  }
  return found.filter((each) => first.get(keyOf(each)) === each);
}

/** One test of a suite, by how much it executed of what the target executed. */
export interface TestLikeness {
  nodeId: string;
  outcome: string;
  /** Statements of the target that it executed too, and all that it executed. */
  shared: number;
  statements: number;
}

/**
 * The passing test that is most like the failing one: most shared statements by statements of either (Jaccard), then
 * same file, then same class, then a name that begins alike. Undefined where none shares a statement.
 */
export function mostSimilar(
  tests: readonly TestLikeness[],
  target: { nodeId: string; statements: number },
): { nodeId: string; similarity: number } | undefined {
  const candidates = tests.filter(
    ({ nodeId, outcome, shared }) => outcome === "passed" && nodeId !== target.nodeId && shared > 0,
  );
  let best: TestLikeness | undefined;
  for (const test of candidates) if (!best || isMoreAlike(test, best, target)) best = test;
  return best && { nodeId: best.nodeId, similarity: best.shared / union(best, target) };
}

function isMoreAlike(one: TestLikeness, other: TestLikeness, target: { nodeId: string; statements: number }): boolean {
  // Cross-multiplied, so that equal fractions are equal.
  const byStatements = one.shared * union(other, target) - other.shared * union(one, target);
  if (byStatements !== 0) return byStatements > 0;
  return commonParts(one.nodeId, target.nodeId) > commonParts(other.nodeId, target.nodeId);
}

function union(test: TestLikeness, target: { statements: number }): number {
  return test.statements + target.statements - test.shared;
}

/** How much of two ids is the same from the left: parts count most, then characters of the first part that differs. */
function commonParts(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  const parts = left.findIndex((part, index) => part !== right[index]);
  if (parts === -1) return left.length * 1000;
  const [a, b] = [left[parts] ?? "", right[parts] ?? ""];
  let same = 0;
  while (same < Math.min(a.length, b.length, 999) && a[same] === b[same]) same++;
  return parts * 1000 + same;
}

function partsOf(nodeId: string): string[] {
  const bracket = nodeId.indexOf("[");
  const name = bracket === -1 ? nodeId : nodeId.slice(0, bracket);
  return [...name.split("::"), ...(bracket === -1 ? [] : [nodeId.slice(bracket)])];
}
