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
  line: number;
  function: string;
  name: string;
  /** Distinct values in the order of time, at most a few. */
  failing: string[];
  passing: string[];
  /** Where the name was never set, or the line never reached. */
  missing?: "in failing" | "in passing";
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
