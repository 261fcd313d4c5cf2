import { join } from "node:path";
import { describeError } from "../../src/kernel/errors.ts";
import type { Planned } from "./matrix.ts";
import { type AgentRecord, isLeaky, keyText, type SessionResult } from "./result.ts";
import { openResults } from "./results-file.ts";
import { readVoids, writeVoids } from "./voids.ts";
import { counted } from "./words.ts";

/** How a session ended: with a result, with a case that nothing can be said by, or called off. */
export type SessionEnd = { result: SessionResult } | { void: string } | undefined;

/** Runs one session, here or elsewhere. */
export type RunSession = (planned: Planned) => Promise<SessionEnd>;

/**
 * Runs all sessions that have no result yet, some at a time, and adds each result to `results.jsonl` as it comes.
 * A session whose agent failed (no account, no network) is run again. One that cannot be run at all is told of, and holds
 * none of the others up.
 *
 * @param out the folder of the run
 * @returns how many sessions have no result that counts, but for those of void cases
 */
export async function runAll(
  planned: readonly Planned[],
  out: string,
  parallel: number,
  run: RunSession,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<number> {
  const file = await openResults(join(out, "results.jsonl"), tell);
  const left = planned.filter(({ key }) => !file.earlier.has(keyText(key)));
  const here = planned.length - left.length;
  if (here > 0) tell(`${counted(here, "session")} ${here === 1 ? "has its result" : "have their results"} already`);
  const all = left.length;
  const began = performance.now();
  const voids = await keeperOfVoids(out, tell);
  let done = 0;
  let lost = 0;
  const work = async () => {
    for (let next = left.shift(); next && !signal.aborted; next = left.shift()) {
      const end = await run(next).catch((error: unknown) => ({ broken: describeError(error) }));
      done += 1;
      // What breaks as a run is called off says nothing; a result is one all the same.
      if (!end || (signal.aborted && !("result" in end))) continue;
      if ("void" in end) {
        await voids.add(next.key.case, end.void);
        continue;
      }
      if ("broken" in end || end.result.record.ended === "failed") lost += 1;
      if ("result" in end) {
        await file.add(end.result);
        await voids.remove(next.key.case);
      }
      const how = "broken" in end ? `could not be run: ${end.broken}` : summaryOf(end.result);
      tell(`${done}/${all} ${keyText(next.key)}: ${how}${timeLeft(all - done, (performance.now() - began) / done)}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, all) }, work));
  } finally {
    await file.close();
  }
  return lost;
}

/** Keeps the file of void cases, and tells of each once. */
async function keeperOfVoids(out: string, tell: (line: string) => void) {
  const voids = await readVoids(out);
  const told = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  const write = () => {
    last = last.then(() => writeVoids(out, voids));
    return last;
  };
  return {
    add: async (name: string, why: string) => {
      if (told.has(name)) return;
      told.add(name);
      tell(`${name} is void, and will be in no table: ${why}`);
      if (voids.get(name) === why) return;
      voids.set(name, why);
      await write();
    },
    remove: async (name: string) => {
      if (voids.delete(name)) await write();
    },
  };
}

/**
 * How long the rest will take if it goes on as so far, for a person; empty where nothing is left.
 *
 * @param each milliseconds from one end of a session to the next
 */
export function timeLeft(sessions: number, each: number): string {
  if (sessions === 0) return "";
  const minutes = (sessions * each) / 60_000;
  if (minutes < 1) return "; less than a minute left";
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? `; about ${Math.round(minutes)} min left`
    : `; about ${hours} h ${Math.round(minutes % 60)} min left`;
}

function summaryOf(result: SessionResult): string {
  const { record, judged } = result;
  const open = isLeaky(result) ? ", LEAK" : "";
  const tokens = (record.tokens.input + record.tokens.output).toLocaleString("en-US");
  return `${judged.verdict}, ${tokens} tokens, ${counted(record.turns, "turn")}, ${ending(record)}${open}`;
}

function ending({ ended, problem, seconds }: AgentRecord): string {
  return ended === "failed" ? `failed: ${problem}` : `${seconds.toFixed(0)} s`;
}
