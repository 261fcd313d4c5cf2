import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { evidenceFolder } from "../../src/evidence/store.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { repoState } from "../../src/kernel/state.ts";
import { writeAtomic } from "../../src/kernel/user-files.ts";
import { cleanEnv, venv } from "../environment.ts";
import { COMMON, COMMON_USAGE, commonOptions, progress, readArgs, runMain } from "../options.ts";
import { ROOT } from "../root.ts";
import { files, type Question, questions } from "./project.ts";
import { type Sample, slope, soakCsv, soakTable } from "./report.ts";
import { Server } from "./server.ts";
import { digestOfFolder, leftProcesses, sizeOfFolder } from "./traces.ts";

const USAGE = `usage: npm run eval:soak -- [options]

${COMMON_USAGE}  --runs N         investigations in a row (default 200)
  --at-once N      investigations at once, afterwards, three times (default 8)
`;

/** From this run on caches are warm: what grows afterwards grows for ever. */
const WARM = 20;
const SAMPLES_EVERY = 20;
/** What heap and resident memory may gain from the warm run to the last. */
const TOLERANCE = { heap: 1.15, rss: 1.2 };

/** Everything that the soak works on, in folders of its own. */
interface Ground {
  server: Server;
  repo: string;
  temporary: string;
  evidence: string;
  mark: string;
  digest: string;
}

async function main(args: string[]): Promise<void> {
  const more = { runs: { type: "string" }, "at-once": { type: "string" } } as const;
  const { values } = readArgs(() => parseArgs({ args, options: { ...COMMON, ...more } }));
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const options = commonOptions(values);
  const runs = count(values.runs ?? "200", "--runs");
  const atOnce = count(values["at-once"] ?? "8", "--at-once");
  await mkdir(options.work, { recursive: true });
  const work = await realpath(await mkdtemp(join(options.work, "soak-")));
  progress("preparing the environment");
  const env = cleanEnv(options.work);
  const { python } = await venv(join(options.work, "soak-venv"), options.python, ["pytest"], [], env);
  const ground = await prepare(work, python, env);
  const samples = await soak(ground, runs, atOnce);
  await ground.server.stop();
  const orphans = leftProcesses(ground.mark, 0);
  const out = resolve(values.out ?? join("eval", "results", "soak.csv"));
  await writeAtomic(out, soakCsv(samples));
  const kept = existsSync(join(ground.evidence, OLD)) ? ["evidence of 40 days ago was not pruned"] : [];
  const wrong = [...verdict(samples, runs), ...kept, ...orphans.map((id) => `process ${id} outlives the server`)];
  process.stdout.write(
    `${soakTable(samples)}\n\n${summary(samples)}\n${wrong.join("\n") || "nothing was left behind"}\n`,
  );
  await rm(work, { recursive: true, force: true });
  if (wrong.length > 0) process.exitCode = 1;
}

function count(text: string, option: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new FaultlineError("bad-request", `${option} needs a number from 1 on`);
  return number;
}

async function prepare(work: string, python: string, clean: NodeJS.ProcessEnv): Promise<Ground> {
  const [repo, temporary, state] = [join(work, "repo"), join(work, "tmp"), join(work, "state")];
  for (const folder of [repo, temporary, state]) await mkdir(folder);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(repo, name)), { recursive: true });
    await writeFile(join(repo, name), text);
  }
  const mark = `SOAK=${work}`;
  const env = { ...clean, XDG_STATE_HOME: state, TMPDIR: temporary, SOAK: work };
  const evidence = evidenceFolder(repoState(repo, env));
  await plantOldEvidence(evidence);
  const server = await Server.start({ cli: join(ROOT, "dist", "cli.js"), repo, python, env, work });
  return { server, repo, temporary, evidence, mark, digest: await digestOfFolder(repo) };
}

const OLD = "ev_000000000000.json";

/** Something that the store has to prune when it is first written to. */
async function plantOldEvidence(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, OLD), "{}");
  const then = new Date(Date.now() - 40 * 24 * 3600 * 1000);
  await utimes(join(folder, OLD), then, then);
}

async function soak(ground: Ground, runs: number, atOnce: number): Promise<Sample[]> {
  const samples: Sample[] = [await sample(ground, 0, [])];
  let seconds: number[] = [];
  for (let run = 1; run <= runs; run++) {
    seconds.push(await ask(ground.server, nth(run)));
    if (run % SAMPLES_EVERY !== 0 && run !== runs) continue;
    samples.push(await sample(ground, run, seconds));
    progress(`${run} of ${runs}`);
    seconds = [];
  }
  for (let round = 1; round <= 3; round++) {
    const begun = Array.from({ length: atOnce }, (_, at) => ask(ground.server, nth(at + round)));
    samples.push(await sample(ground, runs + round * atOnce, await Promise.all(begun)));
    progress(`${atOnce} at once: round ${round} of 3`);
  }
  return samples;
}

function nth(run: number): Question {
  return questions[run % questions.length] as Question;
}

/** @returns seconds */
async function ask(server: Server, { nodeId, deadlineSeconds, expected }: Question): Promise<number> {
  const begun = performance.now();
  const answer = await server.call("investigate", { node_id: nodeId, deadline_seconds: deadlineSeconds });
  const text = JSON.stringify(answer);
  if (answer["status"] !== expected.status || !expected.told.test(text)) {
    throw new FaultlineError("process-failed", `${nodeId}: ${expected.status} was expected, not ${text.slice(0, 500)}`);
  }
  return (performance.now() - begun) / 1000;
}

async function sample(ground: Ground, run: number, seconds: number[]): Promise<Sample> {
  const { server, repo, temporary, evidence, mark, digest } = ground;
  return {
    run,
    seconds,
    ...(await server.weigh()),
    processes: leftProcesses(mark, server.pid).length,
    temporary: (await readdir(temporary)).length,
    repoChanged: (await digestOfFolder(repo)) !== digest,
    evidence: await sizeOfFolder(evidence),
  };
}

function verdict(samples: readonly Sample[], runs: number): string[] {
  const warm = samples.find(({ run }) => run >= Math.min(WARM, runs));
  const last = samples.at(-1);
  if (!warm || !last) return ["nothing was measured"];
  const wrong = samples.flatMap(({ run, processes, temporary, repoChanged }) => [
    ...(processes > 0 ? [`${processes} processes are left after run ${run}`] : []),
    ...(temporary > 0 ? [`${temporary} files are left in the temporary folder after run ${run}`] : []),
    ...(repoChanged ? [`the checkout is changed after run ${run}`] : []),
  ]);
  if (last.heap > warm.heap * TOLERANCE.heap) wrong.push("the heap grows");
  if (last.rss > warm.rss * TOLERANCE.rss) wrong.push("resident memory grows");
  if (last.descriptors > warm.descriptors + 2) wrong.push("descriptors stay open");
  return wrong;
}

function summary(samples: readonly Sample[]): string {
  const kibibytes = (of: (sample: Sample) => number) => (slope(samples, of, WARM) / 1024).toFixed(1);
  const [heap, rss] = [kibibytes((each) => each.heap), kibibytes((each) => each.rss)];
  return `From run ${WARM} on each run adds ${heap} KiB of heap and ${rss} KiB of resident memory (least squares).`;
}

runMain("eval:soak", main);
