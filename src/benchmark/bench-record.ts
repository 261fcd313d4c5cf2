import { type Job, jobsOf, keyOf, type Matrix } from "./matrix.ts";
import type { SessionResult } from "./session-result.ts";

/** A profile of a benchmark, as far as reports tell of it. */
export interface BenchProfile {
  /** What the user called it by: a built-in name or a file. */
  given: string;
  name: string;
  description: string;
  seed: number;
  /** Names of its rules. */
  rules: string[];
}

/** All that is known of a benchmark when it has ended: what reports are made from. */
export interface BenchRecord {
  /** Of Faultline. */
  version: string;
  matrix: Matrix;
  profiles: BenchProfile[];
  /** Such as `anthropic:MODEL`. */
  model: string | undefined;
  /** How many negative controls held; no benchmark is run where one does not. */
  controls: number;
  /** In the order of the matrix. */
  results: SessionResult[];
  /** Sessions that could not be run, in the order of the matrix. */
  problems: { job: Job; problem: string }[];
}

/** Sessions that were not even tried, since the benchmark was called off. */
export function missingOf({ matrix, results, problems }: BenchRecord): number {
  return jobsOf(matrix).length - results.length - problems.length;
}

/** Puts what came in any order into the order of the matrix. */
export function inOrder<T>(matrix: Matrix, known: ReadonlyMap<string, T>): T[] {
  return jobsOf(matrix).flatMap((job) => known.get(keyOf(job)) ?? []);
}
