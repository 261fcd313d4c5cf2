import { readFile } from "node:fs/promises";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { cli, place, profile, server, startProxy } from "../proxy/running.ts";
import { call, line } from "../proxy/session.ts";

function proxy(...words: string[]) {
  return execa(process.execPath, [cli, "proxy", ...words], { reject: false, input: "" });
}

describe("faultline proxy", () => {
  test.each([
    [
      ["--config", "timeout"],
      "proxy wants the command of a server, or --upstream URL (faultline proxy --config timeout -- node server.js)",
    ],
    [["--", "cat"], "proxy wants one of --config and --replay (such as --config timeout; see faultline profiles list)"],
    [
      ["--config", "timout", "--", "cat"],
      "no profile timout: no such file, and none is built in by that name; did you mean timeout? (see faultline profiles list)",
    ],
    [
      ["--config", "timeout", "--events", "/none/e", "--", "cat"],
      "--events /none/e: ENOENT: no such file or directory, open '/none/e'",
    ],
    [
      ["--config", "timeout", "--upstream", "http://127.0.0.1:1/mcp", "--", "cat"],
      "proxy takes --upstream or a command, not both",
    ],
    [
      ["--config", "timeout", "--upstream", "stdio://x"],
      "--upstream stdio://x: not an address of HTTP (such as http://127.0.0.1:3001/mcp)",
    ],
    [
      ["--config", "timeout", "--upstream", "http://:hunter22@127.0.0.1:1/mcp"],
      "--upstream 127.0.0.1:1: an address with a name or password is not taken (a client sends its own Authorization, which is relayed)",
    ],
    [["--replay", "/none", "--", "cat"], "events file /none: ENOENT: no such file or directory, open '/none'"],
  ])("%j: one line, exit status 2", async (words, message) => {
    const { exitCode, stdout, stderr } = await proxy(...words);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: "", stderr: `faultline: ${message}` });
  });

  test("a server that cannot be started", async () => {
    const { exitCode, stderr } = await proxy("--config", "control", "--", "no-such-program");
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: "faultline: no-such-program cannot be started: spawn no-such-program ENOENT",
    });
  });

  test("a mistake in a profile: where it is; no server is started", async () => {
    const file = await profile('[[faults]]\nkind = "latency"\ndelay = 1\n');
    const { exitCode, stderr } = await proxy("--config", file, "--", "sh", "-c", `touch ${place("started")}`);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(new RegExp(`^faultline: ${file}:5: faults\\[1\\]\\.delay: .*did you mean delay_s\\?`));
    await expect(readFile(place("started"))).rejects.toThrow("ENOENT");
  });

  test("words behind -- are the server's own, negative numbers and options too", async () => {
    const words = ["--config", "x", "-5", "--seed", "--", "--http"];
    const { stdout } = await startProxy({ command: ["sh", "-c", 'printf "%s\\n" "$@"', "sh", ...words] });
    expect(String(stdout).trimEnd().split("\n")).toEqual(words);
  });

  test("a command without -- before it begins with the first word that is no option of the proxy", async () => {
    const command = ["sh", "-c", 'printf "%s " "$@"; exit 42', "sh", "-y", "--seed", "--", "--events"];
    const { stdout, stderr, exitCode } = await proxy("--config", "control", "--seed", "7", ...command);
    expect({ stdout, exitCode }).toEqual({ stdout: "-y --seed -- --events ", exitCode: 42 });
    expect(stderr).toContain("faultline: the server ended with status 42");
  });

  test("the server's own standard error passes, then a summary: which rules fired, and which never did", async () => {
    const config = await profile(
      '[[faults]]\nkind = "duplicate"\nname = "twice"\nlimit = 2\n[[faults]]\nkind = "late"\nhold_s = 0.01\nlimit = 3\n[[faults]]\nkind = "reset"\ntools = ["other"]',
    );
    const started = startProxy({
      options: ["--config", config],
      command: ["sh", "-c", `echo hello >&2; exec ${server.join(" ")}`],
    });
    started.stdin?.end([1, 2, 3].map((id) => line(call(id))).join(""));
    expect(String((await started).stderr).split("\n")).toEqual([
      "hello",
      "faultline: 3 requests, 2 faults",
      "faultline:   twice (duplicate): 2",
      "faultline:   late: 0, and 1 that could not act",
      "faultline:   never fired: reset",
      "",
    ]);
  });

  test("a file of several sessions gives the faults of the last one again, and says so", async () => {
    const [config, events] = [await profile('[[faults]]\nkind = "error"\ncalls = [1]'), place("events.jsonl")];
    const other = await profile('[[faults]]\nkind = "duplicate"\ncalls = [2]', "other.toml");
    const stderr = async (...options: string[]) => {
      const started = startProxy({ options });
      started.stdin?.end(line(call(1)) + line(call(2)));
      return String((await started).stderr);
    };
    await stderr("--config", config, "--events", events);
    expect(await stderr("--replay", events)).not.toContain("holds");
    await stderr("--config", other, "--events", events);
    expect(await stderr("--replay", events)).toBe(
      `faultline: ${events} holds 2 sessions; the last one's faults are given again\nfaultline: 2 requests, 1 fault\nfaultline:   duplicate: 1\n`,
    );
  });

  test("says so where no fault was met", async () => {
    const started = startProxy({ options: ["--config", await profile('[[faults]]\nkind = "reset"')] });
    started.stdin?.end();
    expect(String((await started).stderr)).toBe(
      "faultline: 0 requests, 0 faults\nfaultline:   never fired: reset\nfaultline:   no fault was met: this session shows nothing about the client\n",
    );
  });

  test("the seed decides", async () => {
    const config = await profile('[[faults]]\nkind = "error"\nprobability = 0.5');
    const run = async (...seed: string[]) => {
      const started = startProxy({ options: ["--config", config, ...seed] });
      started.stdin?.end(Array.from({ length: 40 }, (_, at) => line(call(at))).join(""));
      return (await started).stdout
        ?.toString()
        .match(/"id":\d+,"error"/g)
        ?.toSorted();
    };
    const [first, own, other] = [await run(), await run("--seed", "1"), await run("--seed", "2")];
    expect(own).toEqual(first);
    expect(other).not.toEqual(first);
  });
});
