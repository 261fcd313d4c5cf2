import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRun, type SessionRun, writeRun } from "../../src/benchmark/run-folder.ts";
import { result } from "./support/results.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline-run-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run: SessionRun = {
  result: result({ reason: "ein Ärger\n" }),
  attempts: [
    {
      v: 1,
      id: 1,
      tool: "get_site",
      call: 1,
      attempt: 1,
      write: false,
      args: { site: "ord-2" },
      startMs: 0,
      endMs: 5,
      outcome: "ok",
    },
  ],
  events: [{ v: 1, event: "end", atMs: 9, requests: 1, faults: 0 }],
};

test("a session is read as it was written", async () => {
  await writeRun(join(folder, "a", "b"), run);
  expect(await readRun(join(folder, "a", "b"))).toEqual(run);
});

test("a folder without a session is named, with what is missing", async () => {
  await expect(readRun(folder)).rejects.toThrow(`${folder} holds no session: result.json cannot be read`);
});

test("a broken file is named with its line", async () => {
  await writeRun(folder, run);
  writeFileSync(join(folder, "events.jsonl"), '{"v":1,"event":"end","atMs":9,"requests":1,"faults":0}\n{"v":1,\n');
  await expect(readRun(folder)).rejects.toThrow(`${join(folder, "events.jsonl")}:2: no JSON`);
  writeFileSync(join(folder, "events.jsonl"), '{"v":1,"event":"end","atMs":9,"requests":"one","faults":0}\n');
  await expect(readRun(folder)).rejects.toThrow("events.jsonl:1: requests: ");
});

test("ends where no folder can be made", async () => {
  await expect(writeRun("/proc/nowhere/run", run)).rejects.toThrow("/proc/nowhere");
});
