import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cac } from "cac";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bench } from "../../src/cli/bench.ts";
import { benchWorker } from "../../src/cli/bench-worker.ts";
import type { Shell } from "../../src/cli/shell.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline-bench-"));
  writeFileSync(join(folder, "copy.toml"), 'name = "mixed"\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** What the command line says of a command that it cannot do, and what had been said by then. */
async function refusal(...words: string[]): Promise<{ message: string; said: string }> {
  const said: string[] = [];
  const shell: Shell = {
    packageRoot: resolve("."),
    version: "0.0.0",
    env: {},
    print: (text) => said.push(text),
    progress: (line) => said.push(line),
    stdio: () => ({ input: process.stdin, output: process.stdout }),
    readStdin: () => "",
    columns: undefined,
    color: false,
    errors: { write: (text) => said.push(text), columns: undefined },
  };
  const cli = cac("faultline");
  for (const add of [bench, benchWorker]) add(cli, shell);
  cli.parse(["node", "faultline", ...words], { run: false });
  const thrown: unknown = await cli.runMatchedCommand().catch((error: unknown) => error);
  if (!(thrown instanceof FaultlineError)) throw new Error(`no refusal but ${String(thrown)}`);
  return { message: `${thrown.message} (${thrown.hint ?? ""})`, said: said.join("\n") };
}

describe("faultline bench", () => {
  test.each([
    [
      ["--agents", "nave"],
      "--agents: nothing is called nave; did you mean naive? (there are naive, retry-only, resilient,",
    ],
    [["--tasks", "triage"], "--tasks: nothing is called triage (there are site_triage,"],
    [["--profiles", "mixd"], "no profile mixd"],
    [["--profiles", "mix?d,nothing*"], "--profiles: nothing is called nothing* (there are control,"],
    [["--profiles", "mixed,COPY"], "both called mixed (give one of them another name)"],
    [["--iterations", "0"], "--iterations wants a whole number from 1"],
    [["--agents", "llm"], "the agent llm needs a --model"],
    [["--model", "anthropic:x"], "--model goes with the agents llm and llm-hinted"],
    [["--agents", "llm", "--model", "gpt"], "gpt names no model"],
  ])("refuses %j before anything is written", async (args, line) => {
    const out = join(folder, "refused");
    const words = args.map((word) => word.replace("COPY", join(folder, "copy.toml")));
    expect((await refusal("bench", ...words, "--out", out)).message).toContain(line);
    expect(existsSync(out)).toBe(false);
  });
});

describe("a queue that cannot be used", () => {
  test.each([
    [
      "postgres://me:hunter2@127.0.0.1:1/db",
      "the queue at postgres://127.0.0.1:1/db cannot be used: connect ECONNREFUSED",
    ],
    ["mysql://me:hunter2@127.0.0.1/db", "--queue wants the address of a PostgreSQL database"],
    ["hunter2", "--queue wants the address of a PostgreSQL database"],
  ])("%s is told in one line, without the password, before anything is written", async (url, line) => {
    const out = join(folder, "unused");
    for (const words of [["bench", "--out", out], ["bench-worker"]]) {
      const { message, said } = await refusal(...words, "--queue", url);
      expect(message).toContain(line);
      expect(message + said).not.toContain("hunter2");
    }
    expect(existsSync(out)).toBe(false);
  });

  test("a worker wants one", async () => {
    expect((await refusal("bench-worker")).message).toContain("bench-worker wants a --queue");
  });
});
