import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SessionResult } from "../../src/benchmark/session-result.ts";
import { chatCompletion } from "../agent/wire-forms.ts";
import { startWireServer } from "../agent/wire-server.ts";

const cli = resolve("dist", "cli.js");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline-bench-"));
});
afterAll(() => rm(folder, { recursive: true }));

function faultline(...args: string[]) {
  return execa("node", [cli, ...args], { cwd: folder, reject: false });
}

function digests(out: string): Record<string, string> {
  const files = readdirSync(join(folder, out), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(join(folder, out).length), createHash("sha256").update(readFileSync(path)).digest("hex")];
    }),
  );
}

function results(out: string): SessionResult[] {
  const text = readFileSync(join(folder, out, "results.jsonl"), "utf8");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => SessionResult.parse(JSON.parse(line)));
}

describe("faultline bench", () => {
  const small = ["--profiles", "mixed,stale", "--agents", "naive,resilient", "--iterations", "4"];

  beforeAll(async () => {
    const { exitCode, stdout } = await faultline("bench", ...small, "--out", "first");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\| mixed \| .* % .* \| 100\.0 % .* \|/);
  });

  test("leaves the same bytes when it is run again", async () => {
    await faultline("bench", ...small, "--out", "second");
    expect(digests("second")).toEqual(digests("first"));
    expect(results("first")).toHaveLength(2 * 2 * 4 * 4);
  });

  test("a failure that its report names repeats exactly with the command beside it", async () => {
    const report = readFileSync(join(folder, "first", "report.md"), "utf8");
    const [, command = ""] = /`faultline (run [^`]*)`/.exec(report) ?? [];
    const words = command.split(" ");
    expect((await faultline(...words)).exitCode).toBe(1);
    const [run = ""] = readdirSync(join(folder, "runs"));
    const again = SessionResult.parse(JSON.parse(readFileSync(join(folder, "runs", run, "result.json"), "utf8")));
    const { profile, agent, task, iteration } = again;
    expect(["run", "--profile", profile, "--agent", agent, "--task", task, "--iteration", String(iteration)]).toEqual(
      words,
    );
    expect(results("first")).toContainEqual(again);
  });

  test("a failure that it kept can be shrunk to a profile under which the agent fails again", async () => {
    const failed = readdirSync(join(folder, "first", "failures")).find((name) => name.startsWith("mixed.naive."));
    const { exitCode, stderr } = await faultline(
      "shrink",
      join("first", "failures", failed ?? ""),
      "--out",
      "least.toml",
    );
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/1 of \d+ faults break the agent; without any of them it does not/);
    const [, command = ""] = /repeat it with faultline (.*)/.exec(stderr) ?? [];
    expect((await faultline(...command.split(" "))).exitCode).toBe(1);
    expect((await faultline("profiles", "validate", "least.toml")).exitCode).toBe(0);
  });

  test("stopped by Ctrl-C it leaves and reports what is done", async () => {
    const running = execa("node", [cli, "bench", "--iterations", "500", "--profiles", "error", "--out", "stopped"], {
      cwd: folder,
      reject: false,
    });
    const file = join(folder, "stopped", "results.jsonl");
    await expect
      .poll(() => existsSync(file) && readFileSync(file, "utf8").split("\n").length, { timeout: 60_000 })
      .toBeGreaterThan(20);
    running.kill("SIGINT");
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(/called off with \d+ sessions still to be run/);
    const done = results("stopped");
    expect(done.length).toBeGreaterThan(19);
    expect(done.length).toBeLessThan(6000);
    const report = readFileSync(join(folder, "stopped", "report.md"), "utf8");
    expect(report).toContain(`${done.length} sessions`);
    expect(report).toContain("**Incomplete**");
  });

  test("lets a model be the agent, and tells a model that fails from an agent that fails", async () => {
    const idle = { stream: chatCompletion({ content: "I would rather not." }, "stop") };
    const gone = { status: 400, json: { error: { message: "the model is out" } } };
    const server = await startWireServer(Array.from({ length: 100 }, () => idle));
    const broken = await startWireServer(Array.from({ length: 100 }, () => gone));
    const words = ["bench", "--agents", "llm", "--profiles", "control", "--tasks", "site_triage", "--iterations", "2"];
    try {
      const good = await faultline(...words, "--model", `openai:${server.url}#m`, "--out", "model");
      expect(good.exitCode).toBe(0);
      expect(results("model").map(({ agent, verdict }) => [agent, verdict])).toEqual([
        ["llm", "failed_detected"],
        ["llm", "failed_detected"],
      ]);
      const bad = await faultline(...words, "--model", `openai:${broken.url}#m`, "--out", "no-model");
      expect(bad.exitCode).toBe(2);
      expect(bad.stderr).toMatch(/2 sessions could not be run: .*the model is out/);
      expect(results("no-model")).toEqual([]);
    } finally {
      await server.close();
      await broken.close();
    }
  });
});
