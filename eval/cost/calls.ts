import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { hookLine } from "../installation.ts";
import { inPairs, summarize } from "../pairs.ts";
import { quote, shell } from "../shell.ts";
import type { Row } from "./row.ts";

/** Hook calls that are to be timed. */
export interface Calls {
  group: string;
  name: string;
  /** The folder that the hooks are installed in. */
  installation: string;
  /** A payload as the client sends it, for a session of this name. */
  payload(session: string): unknown;
  /** Whether each call has to print an injection, or nothing at all. */
  expect: "injection" | "silence";
  limit: number;
}

/** So many calls are timed together: one alone is too short to be timed from another process. */
const BATCH = 10;

/** One hook call, gate included, against `node -e 0`, both started by a shell. */
export async function hookCalls(
  calls: Calls,
  place: { cwd: string; env: NodeJS.ProcessEnv },
  work: string,
  rounds: number,
): Promise<Row> {
  const bare = Array.from({ length: BATCH }, () => `${quote(process.execPath)} -e 0 < /dev/null > /dev/null`).join(
    "\n",
  );
  const node = async () => (await shell(bare, place)).elapsed / BATCH;
  const hook = () => timeBatch(calls, place, join(work, "calls"));
  const summary = summarize(await inPairs(rounds, node, hook));
  return { group: calls.group, name: calls.name, against: "node -e 0", limit: calls.limit, ...summary };
}

async function timeBatch(
  calls: Calls,
  place: { cwd: string; env: NodeJS.ProcessEnv },
  folder: string,
): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const lines: string[] = [];
  for (let at = 0; at < BATCH; at++) {
    // A session of its own: in one session the same failure is explained only once.
    await writeFile(join(folder, `${at}.json`), JSON.stringify(calls.payload(randomUUID())));
    lines.push(
      `${hookLine(calls.installation)} < ${quote(join(folder, `${at}.json`))} > ${quote(join(folder, `${at}.out`))}`,
    );
  }
  const ran = await shell(lines.join("\n"), place);
  await checkAnswers(calls, folder);
  return ran.elapsed / BATCH;
}

async function checkAnswers(calls: Calls, folder: string): Promise<void> {
  const answers = (await readdir(folder)).filter((name) => name.endsWith(".out"));
  for (const name of answers) {
    const spoke = (await readFile(join(folder, name), "utf8")).includes("additionalContext");
    if (spoke !== (calls.expect === "injection")) {
      throw new FaultlineError("internal", `${calls.name}: the hook ${spoke ? "spoke" : "was silent"}`);
    }
  }
}
