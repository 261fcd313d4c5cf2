import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readRun } from "../../src/benchmark/run-folder.ts";

const cli = resolve("dist/cli.js");
const lost = '[[faults]]\nkind = "timeout"\nname = "lost"\ntools = ["open_incident"]\nfirst = 1\n';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline-run-"));
  writeFileSync(join(folder, "lost.toml"), `name = "lost"\n${lost}`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("faultline run", () => {
  test("shows requests, faults, answer and verdict, keeps the session, and tells by its status how it ended", async () => {
    const { exitCode, stdout, stderr } = await run("--profile", "lost.toml", "--agent", "retry-only");
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/3 again \(2\) +open_incident/);
    expect(stdout).toMatch(/^ +fault: timeout \(lost\)$/m);
    expect(stdout).toMatch(/timeout: no response to tools\/call within 5000 ms after 5\.000 s$/m);
    expect(stdout).toMatch(/^answer: \{"incident_id":"INC-\d+"/m);
    expect(stdout).toMatch(/^failed_silent: the same record was made 2 times$/m);
    expect(stdout).toMatch(/4 calls, 5 requests, 1 retry, 1 fault, 1 blind retry of a write, 1 doubled write/);
    expect(stderr).toBe("faultline: written to runs/lost.retry-only.open_incident.0");
    const { result, attempts, events } = await readRun(join(folder, "runs/lost.retry-only.open_incident.0"));
    expect(result).toMatchObject({ agent: "retry-only", verdict: "failed_silent", fired: { lost: 1 } });
    expect(attempts).toHaveLength(5);
    expect(events.map(({ event }) => event)).toEqual(["start", "fault", "end"]);
  });

  test("a task that was done in spite of a fault is status 0", async () => {
    const { exitCode, stdout } = await run("--profile", "lost.toml");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^recovered$/m);
  });

  test("the events of a run give its faults again under another profile, beside the first run", async () => {
    await run("--profile", "lost.toml", "--agent", "naive");
    const events = "runs/lost.naive.open_incident.0/events.jsonl";
    writeFileSync(join(folder, "none.toml"), 'name = "lost"\n');
    const { stdout, stderr } = await run("--profile", "none.toml", "--agent", "naive", "--replay", events);
    expect(stdout).toMatch(/fault: timeout \(lost\)/);
    expect(stderr).toContain("written to runs/lost.naive.open_incident.0.again-2");
    const [one, two] = await Promise.all(
      ["", ".again-2"].map((suffix) => readRun(join(folder, `runs/lost.naive.open_incident.0${suffix}`))),
    );
    expect(two?.result).toEqual(one?.result);
  });

  test("the events of a kept session give that session again, without a word more", async () => {
    writeFileSync(join(folder, "seeded.toml"), `name = "seeded"\nseed = 9\n${lost}`);
    const words = ["--profile", "seeded.toml", "--agent", "naive", "--iteration", "2"];
    await run(...words);
    const { exitCode } = await run("--replay", "runs/seeded.naive.open_incident.2/events.jsonl");
    expect(exitCode).toBe(1);
    const [one, two] = await Promise.all(
      ["", ".again-2"].map((suffix) => readRun(join(folder, `runs/seeded.naive.open_incident.2${suffix}`))),
    );
    expect(two?.result).toEqual(one?.result);
  });

  test("where no fault landed it says in which iteration the first one does", async () => {
    const seldom = 'name = "seldom"\n[[faults]]\nkind = "timeout"\ntools = ["open_incident"]\nprobability = 0.1\n';
    writeFileSync(join(folder, "seldom.toml"), seldom);
    const { stdout, stderr } = await run("--profile", "seldom.toml");
    expect(stdout).toContain("0 faults (void: the session shows nothing)");
    const [, first = ""] = /the first iteration in which one lands is --iteration (\d+)/.exec(stderr) ?? [];
    expect((await run("--profile", "seldom.toml", "--iteration", first)).stdout).toMatch(/ 1 fault,/);
  });

  test.each([
    [[], "run wants a --profile"],
    [["--profile", "timeout", "--agent", "nobody"], "no agent nobody (there are naive,"],
    [["--profile", "timeout", "--agent", "resilent"], "no agent resilent; did you mean resilient? (there are"],
    [
      ["--replay", "nope.jsonl"],
      "no result.json beside nope.jsonl tells which session it was (give --profile, --agent,",
    ],
    [["--profile", "timeout", "--over", "tcp"], "--over is memory, stdio or http, not tcp"],
    [["--profile", "timeout", "--replay", "nope.jsonl"], "nope.jsonl"],
    [
      ["--profile", "timeout", "--model", "openai:http://127.0.0.1:1"],
      "--model goes with the agents llm and llm-hinted",
    ],
  ])("%j is refused in one line, and nothing is written", async (args, message) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^faultline: [^\n]*$/);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(["lost.toml"]);
  });
});

function run(...args: string[]) {
  return execa(process.execPath, [cli, "run", ...args], { cwd: folder, reject: false });
}
