import type { TestOutcome } from "./coverage-outcomes.ts";
import type { FirstReading, RawStep, Shard } from "./coverage-reading.ts";
import type { FileTable, Tables } from "./coverage-tables.ts";
import { type CoveredLine, parseCoverageLine } from "./coverage-wire.ts";
import { StatementCounter } from "./statement-counter.ts";
import { textLines } from "./text-lines.ts";

/** One test that ran. */
export interface CoveredTest {
  /** Relative to the request's `cwd`, as its node ids are. */
  nodeId: string;
  outcome: "passed" | "failed" | "skipped" | "xfailed" | "xpassed";
  /** Where it failed. */
  phase?: "setup" | "call" | "teardown";
  /** Seconds of setup, call and teardown together. */
  seconds: number;
  /**
   * How many statements of the spectrum it executed in setup and call, and how many statements in all; in files that
   * no target executed anything of, lines are counted instead.
   */
  shared: number;
  statements: number;
}

/** A statement of test code began, and what ran until the next one began. */
export interface TestStep {
  /** Absolute. */
  path: string;
  /** The line of test code; of a statement on several lines, the line that began. */
  line: number;
  /** Qualified name of the function around that line; "" outside of any. */
  function: string;
  /** Indexes into the statements of the spectrum, by their last execution within the step: the latest one last. */
  statements: number[];
}

/**
 * Reads what every process wrote once more, and counts who executed what. An import is nobody's doing, whichever test
 * came first: what it executed outside of functions counts for each test that executes anything in that file.
 *
 * @param outcomes by node id as in the record
 * @returns in the order of `outcomes`
 */
export async function countTests(
  { shards, targets }: FirstReading,
  tables: Tables,
  outcomes: ReadonlyMap<string, TestOutcome>,
): Promise<CoveredTest[]> {
  const counter = new StatementCounter(tables);
  const tests = new Map<string, CoveredTest & { number: number; counts: "failing" | "passing" | undefined }>();
  for (const [nodeId, outcome] of outcomes) {
    const counts = countsAs(outcome, targets.has(nodeId));
    tests.set(nodeId, { ...outcome, shared: 0, statements: 0, number: tests.size + 1, counts });
  }
  for (const shard of shards) {
    const byFile = tablesOf(shard, tables);
    for await (const text of textLines(shard.file)) {
      // Most lines are of this kind; the others need not be parsed again.
      if (!text.startsWith('{"type":"covered"')) continue;
      const line = parseCoverageLine(text) as CoveredLine | undefined;
      const test = line && (line.phase === "setup" || line.phase === "call") ? tests.get(line.nodeId) : undefined;
      if (!line || !test) continue;
      counter.add(test, line.files, byFile);
      for (const fixture of line.fixtures ?? []) counter.add(test, shard.fixtures.get(fixture) ?? [], byFile);
    }
  }
  counter.finish();
  return [...tests.values()].map(({ number: _number, counts: _counts, ...test }) => test);
}

/** Only targets count as failing: another failure has another cause, or the same, but is no passing test either. */
function countsAs({ outcome, phase }: TestOutcome, isTarget: boolean): "failing" | "passing" | undefined {
  if (outcome === "passed") return "passing";
  return isTarget && outcome === "failed" && phase !== "teardown" ? "failing" : undefined;
}

/** How many failing and passing tests there are. */
export function totals(
  outcomes: ReadonlyMap<string, TestOutcome>,
  targets: ReadonlySet<string>,
): { failing: number; passing: number } {
  const total = { failing: 0, passing: 0 };
  for (const [nodeId, outcome] of outcomes) {
    const counts = countsAs(outcome, targets.has(nodeId));
    if (counts) total[counts] += 1;
  }
  return total;
}

function tablesOf(shard: Shard, tables: Tables): Map<number, FileTable> {
  const found = new Map<number, FileTable>();
  for (const [file, path] of shard.paths) {
    const table = tables.byPath.get(path);
    if (table) found.set(file, table);
  }
  return found;
}

/** Tells steps by the statements of the spectrum. */
export function stepsOf(raw: readonly RawStep[], tables: Tables): TestStep[] {
  return raw.map(({ path, line, executed }) => {
    const latestFirst = new Set<number>();
    for (const each of executed.toReversed()) {
      const table = tables.byPath.get(each.path);
      const found = table?.inSpectrum[table.byLine[each.line] ?? -1] ?? -1;
      if (found >= 0) latestFirst.add(found);
    }
    return { path, line, function: functionAt(tables.byPath.get(path), line), statements: [...latestFirst].reverse() };
  });
}

function functionAt(table: FileTable | undefined, line: number): string {
  const within = table?.source.statements[table.byLine[line] ?? -1]?.[2] ?? 0;
  return table?.source.functions[within - 1]?.[0] ?? "";
}
