import { addLines, type LinesByPath } from "./coverage-tables.ts";
import { type CoverageLine, type FileLines, parseCoverageLine, type SourceLine } from "./coverage-wire.ts";
import { textLines } from "./text-lines.ts";

/** What one process wrote, but for what each test executed: that is read a second time. */
export interface Shard {
  file: string;
  paths: Map<number, string>;
  /** What setting up fixtures of wider scope executed. */
  fixtures: Map<number, FileLines>;
}

/** Steps of a target by path; as on the wire but for the paths. */
export type RawStep = { path: string; line: number; executed: { path: string; line: number }[] };

/** What is known after the first reading. */
export interface FirstReading {
  shards: Shard[];
  tracers: Set<"coverage.py" | "sys.monitoring" | "sys.settrace">;
  /** Processes that ran tests. */
  workers: number;
  /** How many tests were collected; undefined where no process came that far. */
  collected: number | undefined;
  /** Node ids as in the record. */
  targets: Set<string>;
  /** What targets executed in set-up and call. */
  executed: LinesByPath;
  /** What imports and collection executed. */
  imported: LinesByPath;
  sources: Map<string, SourceLine>;
  steps: Map<string, RawStep[]>;
}

/** Reads what every process wrote, for all that has to be known before tests can be counted. */
export async function readFirst(files: readonly string[]): Promise<FirstReading> {
  const reading: FirstReading = {
    shards: [],
    tracers: new Set(),
    workers: 0,
    collected: undefined,
    targets: new Set(),
    executed: new Map(),
    imported: new Map(),
    sources: new Map(),
    steps: new Map(),
  };
  for (const file of files) {
    const shard: Shard = { file, paths: new Map(), fixtures: new Map() };
    reading.shards.push(shard);
    for await (const text of textLines(file)) {
      const line = parseCoverageLine(text);
      if (line) take(reading, shard, line);
    }
  }
  return reading;
}

function take(reading: FirstReading, shard: Shard, line: CoverageLine): void {
  if (line.type === "covered") {
    if (line.phase === "collection") addLines(reading.imported, line.files, shard.paths);
    else if (line.phase !== "teardown" && reading.targets.has(line.nodeId)) {
      addLines(reading.executed, line.files, shard.paths);
      for (const fixture of line.fixtures ?? []) {
        addLines(reading.executed, shard.fixtures.get(fixture) ?? [], shard.paths);
      }
    }
  } else if (line.type === "file") shard.paths.set(line.file, line.path);
  else if (line.type === "fixture") shard.fixtures.set(line.fixture, line.files);
  else if (line.type === "target") reading.targets.add(line.nodeId);
  else if (line.type === "source") {
    const path = shard.paths.get(line.file);
    if (path !== undefined) reading.sources.set(path, line);
  } else if (line.type === "steps") {
    reading.steps.set(
      line.nodeId,
      line.steps.map((step) => rawStep(step, shard)),
    );
  } else if (line.type === "collected") reading.collected = line.tests;
  else if (line.type === "tracer") {
    reading.tracers.add(line.tracer);
    reading.workers += 1;
  }
}

function rawStep([file = -1, line = 0, ...executed]: number[], { paths }: Shard): RawStep {
  const path = (number = -1) => paths.get(number) ?? "";
  const pairs = Array.from({ length: executed.length >> 1 }, (_, pair) => ({
    path: path(executed[2 * pair]),
    line: executed[2 * pair + 1] ?? 0,
  }));
  return { path: path(file), line, executed: pairs };
}
