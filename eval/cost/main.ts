import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { writeAtomic } from "../../src/kernel/user-files.ts";
import { checkoutCommit } from "../checkout.ts";
import { prepareBench } from "../context/tools.ts";
import { cleanEnv, openWork } from "../environment.ts";
import { COMMON, COMMON_USAGE, commonOptions, progress, readArgs, roundsOf, runMain } from "../options.ts";
import { CASES } from "../root.ts";
import { hookCalls } from "./calls.ts";
import { type Ground, injectingCall, silentCalls } from "./payloads.ts";
import { costCsv, costTable, type Row } from "./row.ts";
import { tracedRerun } from "./traced.ts";

const USAGE = `usage: npm run eval:cost -- [options]

${COMMON_USAGE}  --rounds N       pairs a measurement (default 7)
  --only PART      traced or hooks
`;

const Heavy = z.object({
  project: z.string(),
  repository: z.string(),
  commit: z.string(),
  /** The tests that take longest in this process, without a network, heaviest first. */
  tests: z.array(z.string()).min(1),
});

async function main(args: string[]): Promise<void> {
  const more = { rounds: { type: "string" }, only: { type: "string" } } as const;
  const { values } = readArgs(() => parseArgs({ args, options: { ...COMMON, ...more } }));
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const options = commonOptions(values);
  const rounds = roundsOf(values.rounds, 7);
  openWork(options.work);
  progress("preparing environments");
  const bench = await prepareBench(options.work, options.python);
  const heavy = Heavy.parse(JSON.parse(await readFile(join(CASES, "youtube-dl-heavy.json"), "utf8")));
  const cwd = join(options.work, "checkouts", "cost");
  await checkoutCommit(heavy, heavy.commit, cwd, { ...options, env: cleanEnv(options.work) });
  const ground: Ground = { cwd, env: bench.env, python: bench.python, work: options.work };
  const rows: Row[] = [];
  if (values.only !== "traced") rows.push(...(await hookRows(ground, heavy.tests, rounds)));
  if (values.only !== "hooks") {
    for (const test of heavy.tests) {
      progress(`traced: ${test}`);
      rows.push(await tracedRerun(test, ground, rounds));
    }
  }
  const out = resolve(values.out ?? join("eval", "results", "cost.csv"));
  await writeAtomic(out, costCsv(rows));
  process.stdout.write(
    `${costTable(rows)}\n\nMedians of ${rounds} pairs, taken in turn; the ratio is the median of the ratios of the pairs.\n`,
  );
  progress(`CSV in ${out}`);
}

async function hookRows(ground: Ground, tests: readonly string[], rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const calls of [...(await silentCalls(ground, tests)), await injectingCall(ground)]) {
    progress(`${calls.group}: ${calls.name}`);
    rows.push(await hookCalls(calls, ground, ground.work, rounds));
  }
  return rows;
}

runMain("eval:cost", main);
