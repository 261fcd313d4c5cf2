import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runOnThreads } from "../../src/benchmark/run-on-threads.ts";
import type { SessionJob, SessionOutcome } from "../../src/benchmark/session-job.ts";
import { createThreadPool } from "../../src/benchmark/thread-pool.ts";

let folder: string;
let file: string;

/** A thread that does what the task is called. */
const thread = `
import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", async ({ task, iteration }) => {
  if (task === "crash") throw new Error("a bug\\nwith a stack");
  if (task === "exit") process.exit(3);
  if (task === "hang") return;
  if (task === "later") setTimeout(() => { throw new Error("afterwards"); }, 5);
  parentPort.postMessage({ problem: task + " " + iteration + (task === "who" ? " " + threadId : "") });
});
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "faultline-threads-"));
  file = join(folder, "thread.mjs");
  writeFileSync(file, thread);
});
afterAll(() => rm(folder, { recursive: true }));

function job(task: string, iteration = 0): SessionJob {
  return { profile: "p", agent: "a", task, iteration, source: { file: "p.toml", text: "" } };
}

describe("a pool of threads", () => {
  test("runs every session once, on no more threads than asked for", async () => {
    const pool = createThreadPool(file, 2);
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, at) => pool.run(job("who", at))));
    await pool.close();
    const told = outcomes.map((outcome) => ("problem" in outcome ? outcome.problem.split(" ") : []));
    expect(told.map(([, at]) => Number(at))).toEqual(Array.from({ length: 40 }, (_, at) => at));
    expect(new Set(told.map(([, , id]) => id)).size).toBe(2);
  });

  test("a thread that dies takes one session along, and the others go on", async () => {
    const pool = createThreadPool(file, 1);
    const outcomes = await Promise.all([job("crash"), job("ok", 1), job("exit"), job("ok", 2)].map(pool.run));
    await pool.close();
    expect(outcomes).toEqual([
      { problem: "a bug" },
      { problem: "ok 1" },
      { problem: "its thread ended" },
      { problem: "ok 2" },
    ]);
  });

  test("a thread that dies after its session harms nobody", async () => {
    const pool = createThreadPool(file, 1);
    expect(await pool.run(job("later"))).toEqual({ problem: "later 0" });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await pool.run(job("ok"))).toEqual({ problem: "ok 0" });
    await pool.close();
  });

  test("a session that does not end is given up, and its thread replaced", async () => {
    const pool = createThreadPool(file, 1, ({ task }) => (task === "hang" ? 0.05 : 20));
    const outcomes = await Promise.all([job("hang"), job("ok", 1), job("hang"), job("ok", 2)].map(pool.run));
    await pool.close();
    const given = { problem: "did not end within 0.05 s" };
    expect(outcomes).toEqual([given, { problem: "ok 1" }, given, { problem: "ok 2" }]);
  });

  test("closing ends sessions that hang, that wait, and that come later", async () => {
    const pool = createThreadPool(file, 1);
    const open = [pool.run(job("hang")), pool.run(job("ok"))];
    await pool.close();
    const calledOff = { problem: "called off" };
    expect(await Promise.all([...open, pool.run(job("ok"))])).toEqual([calledOff, calledOff, calledOff]);
  });
});

test("when sessions are called off, those that were not done are not told of", async () => {
  const stop = new AbortController();
  const told: SessionOutcome[] = [];
  const jobs = [job("ok"), job("hang"), job("ok", 1), job("ok", 2)];
  await runOnThreads(file, 1)(
    jobs,
    (_, outcome) => {
      told.push(outcome);
      setTimeout(() => stop.abort(), 20);
    },
    stop.signal,
  );
  expect(told).toEqual([{ problem: "ok 0" }]);
});
