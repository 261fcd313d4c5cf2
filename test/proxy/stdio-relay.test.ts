import { readFile, writeFile } from "node:fs/promises";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { readEvents } from "../../src/proxy/events-file.ts";
import { cli, gone, isThere, place, profile, server, startProxy, waitFor } from "./running.ts";
import { answer, call, line } from "./session.ts";

/** The words of a server in the shell's language. */
const sh = (script: string) => ["sh", "-c", script];
const latency = '[[faults]]\nkind = "latency"\ndelay_s = 0.2\n';

describe("the end of a session", () => {
  test("a client that closes its end hears what the server says last, late answers too", async () => {
    const proxy = startProxy({ options: ["--config", await profile(`${latency}limit = 1`)] });
    proxy.stdin?.end(line(call(1)) + line(call(2)).trimEnd());
    const { stdout, exitCode } = await proxy;
    expect(stdout).toBe(line(answer(2)) + line(answer(1)));
    expect(exitCode).toBe(0);
  });

  test("from a file into a file", async () => {
    await writeFile(place("in"), line(call(1)) + line(call(2)));
    const words = [process.execPath, cli, "proxy", "--config", "control", "--", ...server];
    const redirect = ["-c", 'exec "$0" "$@" < in > out', ...words];
    expect(await execa("sh", redirect, { cwd: place("."), reject: false })).toMatchObject({ exitCode: 0 });
    expect(await readFile(place("out"), "utf8")).toBe(line(answer(1)) + line(answer(2)));
  });

  test("the last words of a server whose output somebody else holds open", async () => {
    const words = JSON.stringify(answer(1));
    const proxy = startProxy({
      options: ["--config", await profile('[[faults]]\nkind = "none"')],
      command: sh(`setsid sleep 5 2> /dev/null & read line; printf '%s' '${words}'`),
    });
    proxy.stdin?.write(line(call(1)));
    expect(await proxy).toMatchObject({ exitCode: 0, stdout: words });
  });

  test("the server's exit status passes through", async () => {
    const proxy = startProxy({ command: sh("cat; exit 7"), execa: { input: "{}\n" } });
    expect(await proxy).toMatchObject({ exitCode: 7, stdout: "{}\n" });
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("a server that dies of %s in the middle of an answer", async (signal) => {
    const events = place("events.jsonl");
    const config = await profile('[[faults]]\nkind = "latency"\nafter = 1');
    const proxy = startProxy({ options: ["--config", config, "--events", events] });
    proxy.stdin?.write(line(call(1, { die: signal })) + line(call(2)));
    const { stdout, signal: end } = await proxy;
    expect(stdout).toBe(line(answer(1)).slice(0, 20));
    expect(end).toBe(signal);
    expect(readEvents(events).map(({ event }) => event)).toEqual(["start", "fault", "end"]);
    expect(readEvents(events)[1]).toMatchObject({ id: 2, landed: false });
  });

  test.each(["SIGPIPE", "SIGUSR1"] as const)("%s, which Node survives, passes through", async (signal) => {
    const proxy = startProxy({ command: sh(`kill -s ${signal.slice(3)} $$; sleep 60`) });
    expect(await proxy).toMatchObject({ signal, stderr: "faultline: 0 requests, 0 faults\n" });
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s goes to the server, which ends as it likes", async (signal) => {
    const trap = `trap 'echo bye; exit 3' ${signal.slice(3)}; echo ready; while :; do sleep 0.01; done`;
    const proxy = startProxy({ command: sh(trap), execa: { buffer: { stdout: false } } });
    let out = "";
    proxy.stdout?.on("data", (chunk) => {
      out += chunk;
      if (String(chunk) === "ready\n") proxy.kill(signal);
    });
    expect(await proxy).toMatchObject({ exitCode: 3 });
    expect(out).toBe("ready\nbye\n");
  });

  test("a reset kills the server; the client sees a crash, the events are complete", async () => {
    const events = place("events.jsonl");
    const config = await profile('[[faults]]\nkind = "reset"\nafter = 1');
    const proxy = startProxy({
      options: ["--config", config, "--events", events],
      command: [...server, place("log")],
    });
    proxy.stdin?.write(line(call(1)) + line(call(2)));
    expect(await proxy).toMatchObject({ signal: "SIGKILL", stdout: line(answer(1)) });
    expect(await readFile(place("log"), "utf8")).toBe(line(call(1)) + line(call(2)));
    expect(readEvents(events)).toMatchObject([
      { event: "start", profile: "p", rules: ["reset"] },
      { event: "fault", id: 2, kind: "reset", landed: true },
      { event: "end", requests: 2, faults: 1 },
    ]);
  });
});

describe("nothing is left behind", () => {
  const family = sh("sleep 300 & echo $! > child; echo $$ > self; cat; exit 0");

  test("what a server started in its group ends with it", async () => {
    const proxy = startProxy({ command: family, execa: { cwd: place(".") } });
    const child = Number(await waitFor("child", (text) => text.endsWith("\n")));
    proxy.stdin?.end();
    expect(await proxy).toMatchObject({ exitCode: 0 });
    await gone(child);
  });

  test("server and children end when the proxy is killed", async () => {
    const proxy = startProxy({ command: family, execa: { cwd: place(".") } });
    const pids = [
      Number(await waitFor("child", (text) => text.endsWith("\n"))),
      Number(await waitFor("self", (text) => text.endsWith("\n"))),
    ];
    expect(await Promise.all(pids.map(isThere))).toEqual([true, true]);
    proxy.kill("SIGKILL");
    await proxy;
    await Promise.all(pids.map(gone));
  });

  test("a client that reads no more: the server hears of it, and the events are complete", async () => {
    const events = place("events.jsonl");
    const talker = sh("trap 'exit 9' PIPE; while echo '{}' ; do sleep 0.01; done; exit 9");
    const proxy = startProxy({
      options: ["--config", "control", "--events", events],
      command: talker,
      execa: { buffer: { stdout: false } },
    });
    proxy.stdout?.once("data", () => proxy.stdout?.destroy());
    expect(await proxy).toMatchObject({ exitCode: 9 });
    expect(readEvents(events).map(({ event }) => event)).toEqual(["start", "end"]);
  });
});

describe("much at once", () => {
  test("messages of 16 MB in both directions arrive as they were", async () => {
    const proxy = startProxy({ command: sh("cat"), execa: { encoding: "buffer", maxBuffer: 1e9 } });
    const message = Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"x","params":"${"é".repeat(8_000_000)}"}\r\n`);
    proxy.stdin?.end(message);
    const { stdout } = await proxy;
    expect(Buffer.from(stdout as unknown as Uint8Array).equals(message)).toBe(true);
  });
});

describe("the events file", () => {
  test("a full disk is told of in one line, and the relay goes on", async () => {
    const config = await profile('[[faults]]\nkind = "duplicate"');
    const proxy = startProxy({ options: ["--config", config, "--events", "/dev/full"] });
    proxy.stdin?.end(line(call(1)) + line(call(2)));
    const { stdout, stderr, exitCode } = await proxy;
    expect(stdout).toBe([answer(1), answer(1), answer(2), answer(2)].map(line).join(""));
    expect(
      String(stderr)
        .split("\n")
        .filter((text) => text.includes("/dev/full")),
    ).toEqual(["faultline: /dev/full: ENOSPC: no space left on device, write; it lacks the events from here on"]);
    expect(exitCode).toBe(0);
  });

  test("faults of a session are given again from it", async () => {
    const events = place("events.jsonl");
    const rules = '[[faults]]\nkind = "error"\nprobability = 0.4\n[[faults]]\nkind = "malformed"\nprobability = 0.5';
    const input = Array.from({ length: 30 }, (_, at) => line(call(at))).join("");
    const first = startProxy({
      options: ["--config", await profile(rules), "--events", events],
      execa: { input },
    });
    const again = ["--replay", events, "--events", place("again.jsonl")];
    const { stdout } = await first;
    const second = startProxy({ options: again, execa: { input } });
    const sorted = (text: unknown) => String(text).split("\n").toSorted();
    expect(sorted((await second).stdout)).toEqual(sorted(stdout));
    const faults = (name: string) =>
      readEvents(place(name))
        .flatMap((event) => (event.event === "fault" ? [{ ...event, atMs: 0 }] : []))
        .toSorted((a, b) => a.call - b.call);
    expect(faults("events.jsonl").length).toBeGreaterThan(10);
    expect(faults("again.jsonl")).toEqual(faults("events.jsonl"));
  });
});
