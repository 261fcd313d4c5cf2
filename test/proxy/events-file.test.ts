import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EVENTS_VERSION, type Event } from "../../src/proxy/events.ts";
import { lastSession, openEvents, readEvents } from "../../src/proxy/events-file.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "faultline-events-"));
  file = join(folder, "events.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start: Event = { v: EVENTS_VERSION, event: "start", profile: "p", seed: 1, rules: ["a"] };
const end: Event = { v: EVENTS_VERSION, event: "end", atMs: 5, requests: 2, faults: 1 };
const fault = (id: number | string): Event => ({
  v: EVENTS_VERSION,
  event: "fault",
  atMs: 1.5,
  id,
  method: "tools/call",
  target: "é",
  rule: "a",
  kind: "reset",
  call: 3,
  fault: { kind: "reset" },
  landed: true,
});

async function write(...events: Event[]): Promise<string[]> {
  const told: string[] = [];
  const opened = openEvents(file, (line) => told.push(line));
  for (const event of events) opened.write(event);
  await opened.close();
  return told;
}

describe("writing", () => {
  test("what was written comes back; a further session is added behind", async () => {
    expect(await write(start, fault(1), end)).toEqual([]);
    await write(start, fault("x"), fault(2));
    const events = readEvents(file);
    expect(events).toEqual([start, fault(1), end, start, fault("x"), fault(2)]);
    expect(lastSession(events, file)).toEqual({ start, faults: [fault("x"), fault(2)] });
  });

  test("a file that holds something else is left alone", async () => {
    await writeFile(file, "# My notes\n");
    expect(() => openEvents(file, () => undefined)).toThrow(
      `--events ${file}: there is a file that holds something else`,
    );
    expect(await readFile(file, "utf8")).toBe("# My notes\n");
  });

  test("a place where nothing can be written", () => {
    expect(() => openEvents(join(folder, "none", "e.jsonl"), () => undefined)).toThrow(/^--events .*: ENOENT/);
    expect(() => openEvents(folder, () => undefined)).toThrow(/^--events .*: EISDIR/);
  });

  test("a full disk is told of once; writing goes on without effect", async () => {
    file = "/dev/full";
    const told = await write(start, ...Array.from({ length: 1000 }, (_, at) => fault(at)), end);
    expect(told).toEqual(["/dev/full: ENOSPC: no space left on device, write; it lacks the events from here on"]);
  });

  test("behind a session that was cut off in the middle of a line the next one begins on its own", async () => {
    await write(start, fault(1));
    await appendFile(file, '{"v":1,"event":"fa');
    await write(start, end);
    expect(readEvents(file)).toEqual([start, fault(1), start, end]);
  });
});

describe("reading", () => {
  test.each([
    ["not JSON\n", /:1: not JSON$/],
    [`${JSON.stringify(start)}\n\n{"v":1,"event":"fault"}\n`, /:3: no event: atMs: /],
    ['{"v":2,"event":"start"}\n', /:1: version 2 of events files; this reads 1$/],
  ])("%j", async (text, message) => {
    await writeFile(file, text);
    expect(() => readEvents(file)).toThrow(message);
  });

  test("a last line that was cut off is left out", async () => {
    await writeFile(file, `${JSON.stringify(start)}\n{"v":1,"eve`);
    expect(readEvents(file)).toEqual([start]);
  });

  test("no file, and no session", async () => {
    expect(() => readEvents(file)).toThrow(/^events file .*: ENOENT/);
    await writeFile(file, "");
    expect(() => lastSession(readEvents(file), file)).toThrow(/no session begins in it/);
  });
});
