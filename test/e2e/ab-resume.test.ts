import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

async function untilThere(file: string, sessions: number): Promise<void> {
  while ((await keysIn(file)).length < sessions) await new Promise((resolve) => setTimeout(resolve, 50));
}

test("a run that is killed in the middle of a session goes on, and counts each session once", async () => {
  const args = [program, ...what, ...places("killed"), "--parallel", "1"];
  const file = join(work, "killed", "results.jsonl");
  const first = execa("node", args, { reject: false });
  await untilThere(file, 1);
  // The next one has begun.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  first.kill("SIGKILL");
  await first;
  const before = await readFile(file, "utf8");
  const again = await execa("node", args);
  expect(again.stderr).toMatch(/^\d sessions? ha(s its result|ve their results) already$/m);
  expect((await readFile(file, "utf8")).startsWith(before)).toBe(true);
  expect((await keysIn(file)).toSorted()).toEqual(["A1", "H1"]);
  expect(again.stdout).toMatch(/^\| policy:careful, simulated \| H /m);
  const third = await execa("node", args);
  expect(third.stderr).toContain("2 sessions have their results already");
  expect((await keysIn(file)).length).toBe(2);
  const { stdout } = await execa("node", [program, "export", ...places("killed")]);
  expect(stdout.split("\n")).toHaveLength(3);
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
    await untilThere(file, 1);
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

  test("an address that is none is told of in one line", async () => {
    const { stderr, exitCode } = await execa("node", [program, ...what, ...places("no"), "--queue", "redis://x"], {
      reject: false,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--queue wants the address of a PostgreSQL database");
  });
});
