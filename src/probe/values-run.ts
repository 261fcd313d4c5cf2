import { createReadStream, promises as fs } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod/mini";
import { type ProbeRecord, parseJson } from "./record.ts";
import type { ProbeRequest, ProbeRun } from "./run.ts";
import { runSupervised } from "./supervised.ts";

/** A line whose values are wanted. A line within a statement stands for the statement, a `def` for the function's start. */
export interface Watch {
  /** Absolute. */
  path: string;
  /** 1-based. */
  line: number;
}

export interface ValuesRequest extends Omit<ProbeRequest, "mode"> {
  watches: readonly Watch[];
  /** Only these, such as "price", "self.total" or "return"; without it all that is at hand. */
  names?: readonly string[];
  /** For each watch and test: the first half and the last half of so many are kept. */
  maxHits: number;
}

/** What one frame held just before a watched line ran, or what a function with a watched line returned. */
export interface Observation {
  /** Relative to rootdir, as pytest has it; "" for what ran outside of any test, such as imports at collection. */
  nodeId: string;
  /** As the watch has it. */
  path: string;
  /** The line of the watch; of a return, the line that returned. */
  line: number;
  /** Qualified name; "" at module level. */
  function: string;
  /** 1 for the first time in this test. */
  hit: number;
  when: "line" | "return";
  /** Attributes are named as in `self.total`, what is returned "return", what a generator hands out "yield". */
  values: { name: string; type: string; value: string }[];
}

export interface ValuesRun {
  ended: ProbeRun["ended"];
  /** One line for a person: why there is no record, or none that is whole. */
  problem?: string;
  record: ProbeRecord | undefined;
  /** In the order of time. */
  observations: Observation[];
  /** How many hits were left out between first and last ones. */
  dropped: number;
}

const observed = z.object({
  /** Counts up with time. */
  at: z.int(),
  nodeId: z.string(),
  watch: z.int(),
  path: z.string(),
  line: z.int(),
  function: z.string(),
  hit: z.int(),
  when: z.enum(["line", "return"]),
  values: z.array(z.tuple([z.string(), z.string(), z.string()])),
});
type Observed = z.infer<typeof observed>;

/**
 * Runs tests once and tells what the watched lines saw, without running any code of the program to do so.
 * Secrets are left out. Never throws for what the tests, pytest or the interpreter do.
 */
export async function runValues(request: ValuesRequest): Promise<ValuesRun> {
  const { watches, names, maxHits, ...rest } = request;
  const kept = new Kept(maxHits);
  const run = await runSupervised(
    { ...rest, mode: "values" },
    {
      before: (folder) =>
        fs.writeFile(join(folder, "values-request.json"), JSON.stringify({ watches, names, maxHits })),
      after: (folder) => readObservations(join(folder, "values.jsonl"), kept),
    },
  );
  return { ...run, observations: kept.observations(), dropped: kept.dropped };
}

async function readObservations(file: string, kept: Kept): Promise<void> {
  if (!(await fs.stat(file).catch(() => undefined))) return;
  for await (const line of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity })) {
    const parsed = observed.safeParse(parseJson(line));
    if (parsed.success) kept.add(parsed.data);
  }
}

/** The first half and the last half of the hits of each watch in each test. */
class Kept {
  readonly #all = new Map<string, { first: Observed[]; last: Observed[]; hits: number }>();
  readonly #maxHits: number;

  constructor(maxHits: number) {
    this.#maxHits = maxHits;
  }

  add(observation: Observed): void {
    const key = `${observation.watch} ${observation.when} ${observation.nodeId}`;
    const hits = this.#all.get(key) ?? { first: [], last: [], hits: 0 };
    this.#all.set(key, hits);
    hits.hits = Math.max(hits.hits, observation.hit);
    const first = Math.ceil(this.#maxHits / 2);
    if (hits.first.length < first) hits.first.push(observation);
    else hits.last.push(observation);
    if (hits.last.length > this.#maxHits - first) hits.last.shift();
  }

  observations(): Observation[] {
    const all = [...this.#all.values()].flatMap(({ first, last }) => [...first, ...last]);
    all.sort((left, right) => left.at - right.at);
    return all.map(({ at: _, watch: __, values, ...rest }) => ({
      ...rest,
      values: values.map(([name, type, value]) => ({ name, type, value })),
    }));
  }

  get dropped(): number {
    return [...this.#all.values()].reduce((sum, { first, last, hits }) => sum + hits - first.length - last.length, 0);
  }
}
