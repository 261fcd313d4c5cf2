import { createHash } from "node:crypto";
import { quantile } from "../trial/quantile.ts";
import { passAll, type Rate, rateOf } from "../trial/rates.ts";
import { groupBy } from "./group-by.ts";
import { type SessionResult, VERDICTS, type Verdict } from "./session-result.ts";

/** Times to recover from one kind of fault, in simulated milliseconds. */
interface Recovery {
  count: number;
  medianMs: number;
  p95Ms: number;
}

/** Some sessions of one agent, taken together. */
export interface Tally {
  sessions: number;
  /** Sessions in which no fault landed though the profile has rules: they show nothing, so rates leave them out. */
  void: number;
  /** Void sessions that count among the verdict `success`. */
  voidSuccess: number;
  verdicts: Record<Verdict, number>;
  /** Of the sessions that are not void: the task done, with or without trouble. */
  success: Rate;
  /** The same of all sessions, void ones too, as most publications count. */
  successOfAll: Rate;
  /** Of the sessions that are not void: a wrong answer or state that was given out as right. */
  silent: Rate;
  silentOfAll: Rate;
  /** Of the sessions that are not void: some request was sent again. */
  retried: Rate;
  calls: number;
  retries: number;
  duplicateWrites: number;
  blindWriteRetries: number;
  retryStorms: number;
  /** pass^k over the iterations of each task under each profile, and their mean; of all sessions, as a user meets them. */
  passAll: { k: number; value: number }[];
  recovery: Record<string, Recovery>;
  /** SHA-256 over the sessions' own: the same faults, attempts and outcomes give the same one. */
  digest: string;
}

const tried = [1, 2, 4, 8, 16];

/** Takes sessions together; they are in the order of the matrix. */
export function tallyOf(results: readonly SessionResult[]): Tally {
  const met = results.filter((result) => !result.void);
  const count = (of: readonly SessionResult[], test: (result: SessionResult) => boolean) =>
    rateOf(of.filter(test).length, of.length);
  const sum = (number: (result: SessionResult) => number) =>
    results.reduce((total, result) => total + number(result), 0);
  return {
    sessions: results.length,
    void: results.length - met.length,
    voidSuccess: results.filter((result) => result.void && result.verdict === "success").length,
    verdicts: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
    ) as Record<Verdict, number>,
    success: count(met, hasPassed),
    successOfAll: count(results, hasPassed),
    silent: count(met, isSilent),
    silentOfAll: count(results, isSilent),
    retried: count(met, ({ retries }) => retries > 0),
    calls: sum((result) => result.calls),
    retries: sum((result) => result.retries),
    duplicateWrites: sum((result) => result.duplicateWrites),
    blindWriteRetries: sum((result) => result.blindWriteRetries),
    retryStorms: sum((result) => result.retryStorms),
    passAll: meanPassAll(results),
    recovery: recoveryOf(results),
    digest: digestOf(results),
  };
}

/** Whether the task was done, with or without trouble. */
export function hasPassed({ verdict }: SessionResult): boolean {
  return verdict === "success" || verdict === "recovered";
}

function isSilent({ verdict }: SessionResult): boolean {
  return verdict === "failed_silent";
}

/** A k is given only where every task has that many runs: else the tasks that make the mean would change with k. */
function meanPassAll(results: readonly SessionResult[]): { k: number; value: number }[] {
  const groups = groupBy(results, ({ profile, task }) => JSON.stringify([profile, task]));
  return tried.flatMap((k) => {
    const values = [...groups.values()].flatMap((runs) => passAll(runs.filter(hasPassed).length, runs.length, k) ?? []);
    if (values.length === 0 || values.length < groups.size) return [];
    return [{ k, value: values.reduce((total, value) => total + value, 0) / values.length }];
  });
}

function recoveryOf(results: readonly SessionResult[]): Record<string, Recovery> {
  const times = results.flatMap(({ recoveryMs }) =>
    Object.entries(recoveryMs).flatMap(([kind, some]) => some.map((ms) => ({ kind, ms }))),
  );
  return Object.fromEntries(
    [...groupBy(times, ({ kind }) => kind)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, own]) => {
        const all = own.map(({ ms }) => ms);
        return [kind, { count: all.length, medianMs: quantile(all, 0.5) ?? 0, p95Ms: quantile(all, 0.95) ?? 0 }];
      }),
  );
}

function digestOf(results: readonly SessionResult[]): string {
  const hash = createHash("sha256");
  for (const result of results) hash.update(JSON.stringify(result)).update("\n");
  return hash.digest("hex");
}
