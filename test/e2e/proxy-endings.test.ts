import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { execa } from "execa";
import { afterEach, describe, expect, test } from "vitest";
import { readEvents } from "../../src/proxy/events-file.ts";
import { cli, gone, place, profile, startProxy, waitFor } from "../proxy/running.ts";
import { answer, call, line } from "../proxy/session.ts";

describe("the stdio proxy when an end gives way", () => {
  test("a client that reads slowly slows the server down, and gets everything", async () => {
    const total = 64 * 1024 * 1024;
    const writer = `const { appendFileSync } = require("node:fs");
      const chunk = Buffer.alloc(65536, "x"); chunk[65535] = 10;
      let sent = 0;
      (function more() {
        while (sent < ${total}) {
          sent += chunk.length;
          if (process.stdout.write(chunk)) continue;
          appendFileSync("sent", sent + "\\n");
          return process.stdout.once("drain", more);
        }
      })();`;
    // execa would read it.
    const words = [cli, "proxy", "--config", "control", "--", process.execPath, "-e", writer];
    const proxy = spawn(process.execPath, words, { cwd: place("."), stdio: ["ignore", "pipe", "ignore"] });
    await waitFor("sent");
    // Nobody reads yet: it comes to a stop.
    for (let before = ""; ; ) {
      await new Promise((done) => setTimeout(done, 150));
      const now = await readFile(place("sent"), "utf8");
      if (now === before) break;
      before = now;
    }
    const sent = Number((await readFile(place("sent"), "utf8")).trim().split("\n").at(-1));
    expect(sent).toBeLessThan(4 * 1024 * 1024);
    const hash = createHash("sha256");
    let length = 0;
    proxy.stdout.on("data", (chunk: Buffer) => {
      hash.update(chunk);
      length += chunk.length;
    });
    await once(proxy, "close");
    expect(length).toBe(total);
    const piece = Buffer.alloc(65_536, "x");
    piece[65_535] = 10;
    const expected = createHash("sha256");
    for (let at = 0; at < total; at += piece.length) expected.update(piece);
    expect(hash.digest("hex")).toBe(expected.digest("hex"));
  });

  test("a client that vanishes: a server that goes on all the same is ended, and the events are complete", async () => {
    const stubborn = "trap '' TERM PIPE; echo $$ > self; while :; do sleep 0.05; done";
    const events = place("events.jsonl");
    const proxy = [cli, "proxy", "--config", "control", "--events", events, "--", "sh", "-c", stubborn];
    const script = `const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, ${JSON.stringify(proxy)}, { stdio: ["pipe", "pipe", "ignore"] });
      require("node:fs").writeFileSync("proxy", child.pid + "\\n");`;
    const client = execa(process.execPath, ["-e", script], { cwd: place("."), reject: false });
    const pids = [Number(await waitFor("self", isWhole)), Number(await waitFor("proxy", isWhole))] as const;
    client.kill("SIGKILL");
    await Promise.all(pids.map(gone));
    expect(readEvents(events).map(({ event }) => event)).toEqual(["start", "end"]);
  });
});

describe("a disk that fills up", () => {
  let disk: string | undefined;
  afterEach(async () => {
    if (disk) await execa("sh", ["-c", 'umount "$0"', disk]);
    disk = undefined;
  });

  test("the events file ends with a whole line, one line tells of it, and every message goes on", async (context) => {
    await mkdir(place("disk"));
    const mounted = await execa("sh", ["-c", 'mount -t tmpfs -o size=8k tmpfs "$0"', place("disk")], { reject: false });
    if (mounted.failed) context.skip("only root can make a small disk");
    disk = place("disk");
    const events = place("disk/events.jsonl");
    const config = await profile('[[faults]]\nkind = "duplicate"');
    const ids = Array.from({ length: 500 }, (_, at) => at);
    const proxy = startProxy({ options: ["--config", config, "--events", events] });
    proxy.stdin?.end(ids.map((id) => line(call(id))).join(""));
    const { stdout, stderr, exitCode } = await proxy;
    expect(stdout).toBe(ids.map((id) => line(answer(id)).repeat(2)).join(""));
    expect(exitCode).toBe(0);
    const lines = String(stderr).split("\n");
    expect(lines.filter((text) => text.includes("ENOSPC"))).toEqual([
      `faultline: ${events}: ENOSPC: no space left on device, write; it lacks the events from here on`,
    ]);
    expect(lines).toContain("faultline: 500 requests, 500 faults");
    const text = await readFile(events, "utf8");
    expect(text.endsWith("\n")).toBe(true);
    const faults = readEvents(events).slice(1);
    expect(faults.length).toBeGreaterThan(20);
    expect(faults.map((event) => "id" in event && event.id)).toEqual(ids.slice(0, faults.length));
  });
});

function isWhole(text: string): boolean {
  return text.endsWith("\n");
}
