import { join } from "node:path";
import type { Bug } from "../manifest.ts";
import type { Case } from "./case.ts";
import { nameOf } from "./case.ts";
import type { Planned } from "./matrix.ts";
import { type AgentRecord, keyText, type SessionResult } from "./result.ts";
import { openResults } from "./results-file.ts";

/** What a run does, so that tests and workers can put other sessions in the place of real ones. */
export interface Doing {
  /** Makes a bug ready; called once for each that has sessions left. */
  prepare(bug: Bug): Promise<Case>;
  /** @returns undefined where it was called off */
  session(planned: Planned, of: Case): Promise<SessionResult | undefined>;
  tell(line: string): void;
}

/**
 * Runs all sessions that have no result yet, some at a time, and adds each result to `results.jsonl` as it comes.
 * A session whose agent failed (no account, no network) is run again.
 *
 * @param out the folder of the run
 * @returns why cases were left out
 */
export async function runAll(
  planned: readonly Planned[],
  bugs: readonly Bug[],
  out: string,
  parallel: number,
  doing: Doing,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const file = await openResults(join(out, "results.jsonl"));
  const left = planned.filter(({ key }) => !file.earlier.has(keyText(key)));
  if (left.length < planned.length) doing.tell(`${planned.length - left.length} sessions have their results already`);
  const voids = new Map<string, string>();
  const cases = new Map<string, Promise<Case>>();
  let preparing: Promise<unknown> = Promise.resolve();
  const caseOf = (name: string): Promise<Case> => {
    const bug = bugs.find((one) => nameOf(one) === name);
    if (!bug) throw new Error(`no case ${name}`);
    // One after the other: they share a repository.
    const made = cases.get(name) ?? preparing.then(() => doing.prepare(bug));
    preparing = made.catch(() => undefined);
    cases.set(name, made);
    return made;
  };
  let done = 0;
  const work = async () => {
    for (let next = left.shift(); next && !signal.aborted; next = left.shift()) {
      const of = await caseOf(next.key.case);
      done += 1;
      if (of.void !== undefined) {
        if (!voids.has(of.name)) doing.tell(`${of.name} is void: ${of.void}`);
        voids.set(of.name, of.void);
        continue;
      }
      const result = await doing.session(next, of);
      if (!result || signal.aborted) continue;
      await file.add(result);
      doing.tell(`${done}/${done + left.length} ${keyText(next.key)}: ${summaryOf(result)}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, work));
  } finally {
    await file.close();
  }
  return voids;
}

function summaryOf({ record, judged, leaks }: SessionResult): string {
  const open = leaks.some(({ how }) => how !== "tried") ? ", LEAK" : "";
  return `${judged.verdict}, ${record.tokens.input + record.tokens.output} tokens, ${record.turns} turns, ${ending(record)}${open}`;
}

function ending({ ended, problem, seconds }: AgentRecord): string {
  return ended === "failed" ? `failed: ${problem}` : `${seconds.toFixed(0)} s`;
}
