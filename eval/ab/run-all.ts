import { join } from "node:path";
import type { Planned } from "./matrix.ts";
import { type AgentRecord, keyText, type SessionResult } from "./result.ts";
import { openResults } from "./results-file.ts";

/** How a session ended: with a result, with a case that nothing can be said by, or called off. */
export type SessionEnd = { result: SessionResult } | { void: string } | undefined;

/** Runs one session, here or elsewhere. */
export type RunSession = (planned: Planned) => Promise<SessionEnd>;

/**
 * Runs all sessions that have no result yet, some at a time, and adds each result to `results.jsonl` as it comes.
 * A session whose agent failed (no account, no network) is run again.
 *
 * @param out the folder of the run
 */
export async function runAll(
  planned: readonly Planned[],
  out: string,
  parallel: number,
  run: RunSession,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const file = await openResults(join(out, "results.jsonl"));
  const left = planned.filter(({ key }) => !file.earlier.has(keyText(key)));
  if (left.length < planned.length) tell(`${planned.length - left.length} sessions have their results already`);
  const all = left.length;
  const voids = new Set<string>();
  let done = 0;
  const work = async () => {
    for (let next = left.shift(); next && !signal.aborted; next = left.shift()) {
      const end = await run(next);
      done += 1;
      if (!end || signal.aborted) continue;
      if ("result" in end) {
        await file.add(end.result);
        tell(`${done}/${all} ${keyText(next.key)}: ${summaryOf(end.result)}`);
      } else if (!voids.has(next.key.case)) {
        voids.add(next.key.case);
        tell(`${next.key.case} is void: ${end.void}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, all) }, work));
  } finally {
    await file.close();
  }
}

function summaryOf({ record, judged, leaks }: SessionResult): string {
  const open = leaks.some(({ how }) => how !== "tried") ? ", LEAK" : "";
  return `${judged.verdict}, ${record.tokens.input + record.tokens.output} tokens, ${record.turns} turns, ${ending(record)}${open}`;
}

function ending({ ended, problem, seconds }: AgentRecord): string {
  return ended === "failed" ? `failed: ${problem}` : `${seconds.toFixed(0)} s`;
}
