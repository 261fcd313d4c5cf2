import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readRun } from "../../src/benchmark/run-folder.ts";

const cli = resolve("dist/cli.js");

let folder: string;
let temporary: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline-run-"));
  temporary = mkdtempSync(join(tmpdir(), "faultline-tmp-"));
});

afterEach(() => {
  for (const each of [folder, temporary]) rmSync(each, { recursive: true, force: true });
});

describe("a session over the real proxy and the real server", () => {
  // Iterations in which something lands, of agents that do not hang on real time.
  test.each([
    ["control", "naive", "site_triage", 0],
    ["error", "naive", "site_triage", 3],
    ["malformed", "naive", "interface_check", 3],
    ["schema_drift", "resilient", "interface_check", 1],
    ["stale", "naive", "maintenance_roundtrip", 2],
    ["stale", "resilient", "open_incident", 3],
  ])("%s, %s, %s, iteration %i: the same faults and verdict as in memory", async (profile, agent, task, iteration) => {
    const args = ["--profile", profile, "--agent", agent, "--task", task, "--iteration", String(iteration)];
    const memory = await run(...args);
    const stdio = await run(...args, "--over", "stdio");
    expect(stdio.exitCode).toBe(memory.exitCode);
    const name = `runs/${[profile, agent, task, iteration].join(".")}`;
    const [one, two] = [await readRun(join(folder, name)), await readRun(join(folder, `${name}.again-2`))];
    expect(faultsOf(two)).toEqual(faultsOf(one));
    const { tookMs: _, digest: __, recoveryMs: ___, ...judged } = one.result;
    expect(two.result).toMatchObject(judged);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("a server whose connection breaks is started anew, on the network as it was", async () => {
    writeFileSync(join(folder, "reset.toml"), 'name = "reset"\n[[faults]]\nkind = "reset"\nprobability = 0.3');
    const args = ["--profile", "reset.toml", "--agent", "resilient", "--task", "open_incident", "--over", "stdio"];
    const { exitCode, stdout } = await run(...args, "--iteration", "1");
    expect(exitCode, stdout).toBe(0);
    const { result, events } = await readRun(join(folder, "runs/reset.resilient.open_incident.1"));
    expect(result).toMatchObject({ verdict: "recovered", duplicateWrites: 0 });
    expect(events.filter(({ event }) => event === "start").length).toBeGreaterThan(1);
  });

  test("called off ends what it started, and leaves nothing behind", async () => {
    const args = ["--profile", "timeout", "--agent", "naive", "--task", "site_triage", "--over", "stdio"];
    const session = run(...args, "--iteration", "3");
    await new Promise((settle) => setTimeout(settle, 1500));
    session.kill("SIGINT");
    const { exitCode, stdout } = await session;
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "" });
    expect([readdirSync(temporary), readdirSync(folder)]).toEqual([[], []]);
  });
});

function run(...args: string[]) {
  return execa(process.execPath, [cli, "run", ...args], { cwd: folder, env: { TMPDIR: temporary }, reject: false });
}

function faultsOf({ events }: Awaited<ReturnType<typeof readRun>>) {
  return events.flatMap((event) => {
    if (event.event !== "fault") return [];
    const { method, target, rule, kind, call, fault, landed } = event;
    return [{ method, target, rule, kind, call, fault, landed }];
  });
}
