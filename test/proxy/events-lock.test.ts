import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockEvents } from "../../src/proxy/events-lock.ts";
import { place } from "./running.ts";

test("an events file is another proxy's until it gives it free; one that was killed holds none", async () => {
  const file = place("events.jsonl");
  writeFileSync(`${file}.lock`, `${process.ppid}\n`);
  await expect(lockEvents(file, 0)).rejects.toThrow(`--events ${file}: in use by process ${process.ppid}`);
  // No process has this id.
  writeFileSync(`${file}.lock`, "4194305\n");
  const unlock = await lockEvents(file, 0);
  expect(readFileSync(`${file}.lock`, "utf8")).toBe(`${process.pid}\n`);
  unlock();
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test("a device is nobody's", async () => {
  (await lockEvents("/dev/null", 0))();
  expect(existsSync("/dev/null.lock")).toBe(false);
});
