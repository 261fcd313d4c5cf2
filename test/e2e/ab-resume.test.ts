import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Planned } from "../../eval/ab/matrix.ts";
import { openSessionQueue, serveQueue } from "../../eval/ab/queue.ts";
import { hasPostgres, type Postgres, startPostgres } from "./support/postgres.ts";
import { pythonEnvironment } from "./support/project.ts";
import { root } from "./support/tools.ts";

const program = join(root, "dist/eval/ab.js");

let work: string;
let python: string;

beforeAll(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), "ab-")));
  python = join(await pythonEnvironment(), "bin/python");
});

const places = (name: string) => ["--work", join(work, "work"), "--out", join(work, name), "--python", python];
const what = ["--cases", "bundled:freight-quote", "--agents", "policy:careful", "--arms", "A,H"];

async function keysIn(file: string): Promise<string[]> {
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  const whole = text.split("\n").slice(0, -1);
  return whole.map((line) => {
    const { arm, repetition, record } = JSON.parse(line);
    expect(record).toMatchObject({ ended: "finished", injectedBytes: 0 });
    return `${arm}${repetition}`;
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

const hasOne = (file: string) => async () => (await keysIn(file)).length === 1;
/** Whether the checkout of a session is there; it goes before its result comes. */
const isOneRunning = async () => (await readdir(join(work, "work", "sessions"))).length > 0;

test("a run that is killed in the middle of a session goes on, and counts each session once", async () => {
  const args = [program, ...what, ...places("killed"), "--parallel", "1"];
  const file = join(work, "killed", "results.jsonl");
  const first = execa("node", args, { reject: false });
  await until(hasOne(file));
  await until(isOneRunning);
  first.kill("SIGKILL");
  await first;
  const before = await readFile(file, "utf8");
  const again = await execa("node", args);
  expect(again.stderr).toMatch(/^1 session has its result already$/m);
  expect((await readFile(file, "utf8")).startsWith(before)).toBe(true);
  expect((await keysIn(file)).toSorted()).toEqual(["A1", "H1"]);
  expect(again.stdout).toMatch(/^\| policy:careful, simulated \| H /m);
  const third = await execa("node", args);
  expect(third.stderr).toContain("2 sessions have their results already");
  expect((await keysIn(file)).length).toBe(2);
  const { stdout } = await execa("node", [program, "export", ...places("killed")]);
  expect(stdout.split("\n")).toHaveLength(3);
});

test("a run goes on with the build that its results are of, which its report names, and with no other one", async () => {
  const out = join(work, "killed");
  const note = JSON.parse(await readFile(join(out, "faultline.json"), "utf8"));
  expect(note).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/), unknown: 0 });
  const named = `Faultline ${note.version}, build ${note.digest.slice(0, 12)}`;
  expect(await readFile(join(out, "report.md"), "utf8")).toContain(`\n\n${named}.\n\n`);
  const other = { ...note, digest: "0".repeat(64) };
  await writeFile(join(out, "faultline.json"), JSON.stringify(other));
  const { stderr, exitCode } = await execa("node", [program, ...what, ...places("killed")], { reject: false });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    `the results in ${out} are of Faultline ${note.version}, build 000000000000, and this is ${named}`,
  );
});

describe.runIf(hasPostgres())("over a queue", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  test("workers run the sessions; who was killed and starts again counts each of them once", async () => {
    const queue = ["--queue", postgres.url];
    const args = [program, ...what, ...places("queued"), ...queue];
    const file = join(work, "queued", "results.jsonl");
    const worker = execa("node", [program, "worker", ...places("worker"), ...queue, "--parallel", "1"]);
    const first = execa("node", args, { reject: false });
    await until(hasOne(file));
    first.kill("SIGKILL");
    await first;
    const again = await execa("node", args);
    expect((await keysIn(file)).toSorted()).toEqual(["A1", "H1"]);
    expect(again.stderr).toContain("1 session has its result already");
    worker.kill("SIGTERM");
    const { stderr } = await worker;
    // Each was run by the worker, and once.
    expect(stderr.match(/policy:careful 1: fixed/g)).toHaveLength(2);
    expect(await postgres.row("select count(*) from faultline_ab.job")).toBe("0");
  });

  test("a worker with another Faultline than the run refuses its sessions", async () => {
    const stop = new AbortController();
    const out = await mkdtemp(join(work, "other-"));
    const queue = await openSessionQueue(postgres.url, out, "build a", stop.signal);
    const run = () => Promise.reject(new Error("run all the same"));
    const worker = serveQueue(postgres.url, "build b", 1, run, () => undefined, stop.signal);
    const key = { case: "bundled/freight-quote", arm: "A", agent: "policy:careful", repetition: 1 };
    const planned = { key } as unknown as Planned;
    await expect(queue.run(planned)).rejects.toThrow("a worker has build b, not build a");
    stop.abort();
    await Promise.all([queue.close(), worker]);
  });

  test("an address that is none is told of in one line", async () => {
    const { stderr, exitCode } = await execa("node", [program, ...what, ...places("no"), "--queue", "redis://x"], {
      reject: false,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--queue wants the address of a PostgreSQL database");
  });
});
