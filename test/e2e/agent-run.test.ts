import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { AgentSummary } from "../../src/agent/summary.ts";
import { geminiResponse } from "../agent/wire-forms.ts";
import { closeServers, FIX, freight, idle, launch, local, serving, start, TEST, traceOf } from "./support/agent.ts";
import { emptyHome } from "./support/client.ts";
import { pythonEnvironment } from "./support/project.ts";

/** Shows what the code sees of the environment. */
const SPY = { ...FIX, new_text: 'print(sorted(__import__("os").environ))' };

beforeAll(async () => {
  await pythonEnvironment();
});
afterEach(closeServers);

describe("faultline agent", () => {
  test("with Faultline: the model gets its context and tools, mends the code, and the test passes", async () => {
    const at = await freight();
    const server = await local(
      ["failure_context", {}],
      ["check_patch", { suite: "none" }],
      ["edit_file", FIX],
      ["run_pytest", {}],
      ["finish", { summary: "codes were taken as written" }],
    );
    const { exitCode, stdout } = await start(at, ["--provider", "local", "--url", server.url, "--json", TEST]);
    expect(exitCode).toBe(0);
    const summary = AgentSummary.parse(JSON.parse(stdout));
    expect(summary).toMatchObject({
      fixed: true,
      ended: "finished",
      model: "openai-compatible tiny",
      faultline: true,
      turns: 5,
      message: "codes were taken as written",
      calls: { failure_context: 1, check_patch: 1, edit_file: 1, run_pytest: 1, finish: 1 },
      usage: { input: 5 * 142, output: 5 * 7, cached: 5 * 100 },
      files: ["freight/zones.py"],
    });
    expect(summary.injectedBytes).toBeGreaterThan(500);
    expect(AgentSummary.parse(JSON.parse(await readFile(join(at.out, "summary.json"), "utf8")))).toEqual(summary);
    const [first, , given, , result] = await traceOf(at);
    expect(given).toMatchObject({ isError: true, text: expect.stringMatching(/^That was given with the task/) });
    expect(first).toMatchObject({ kind: "start", version: 1, nodeId: TEST, faultline: true });
    expect(first?.opening).toMatch(/^The failing test is [\s\S]*FAILED[\s\S]*failure_context[\s\S]*zones\.py/);
    expect(first?.tools).toEqual(expect.arrayContaining(["edit_file", "investigate", "check_patch"]));
    expect(first?.tools).not.toContain("search_code");
    expect(result).toMatchObject({
      kind: "result",
      name: "check_patch",
      text: expect.stringContaining("same-failure"),
    });
    const clean = await freight();
    await execa("git", ["apply", join(at.out, "patch.diff")], { cwd: clean.repo });
    expect(await readFile(join(clean.repo, FIX.path), "utf8")).toContain(FIX.new_text);
  });

  test("without Faultline, over the Gemini API: only its own tools; no key reaches the tests", async () => {
    const at = await freight();
    const call = (name: string, args: object) => ({
      stream: geminiResponse([{ functionCall: { name, args } }], "STOP"),
    });
    const server = await serving(
      call("edit_file", SPY),
      call("run_pytest", {}),
      call("finish", { summary: "no" }),
      call("finish", { summary: "no" }),
    );
    const args = ["--provider", "gemini", "--model", "gemma-4-31b-it", "--url", server.url, "--faultline", "off"];
    const keys = { GEMINI_API_KEY: "verysecretkey123", OPENAI_API_KEY: "verysecretkey456" };
    const { exitCode, stdout } = await start(at, [...args, TEST], keys);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^not fixed: tests\/test_quote.py/);
    expect(stdout).toContain("environ");
    const [first, , , , ran] = await traceOf(at);
    expect(first?.tools).toEqual(["list_files", "search", "read_file", "edit_file", "write_file", "run_pytest"]);
    expect(first?.opening).not.toContain("failure_context");
    expect(ran?.text).toContain("'HOME'");
    expect(ran?.text).not.toContain("API_KEY");
    expect(server.seen[0]?.headers["x-goog-api-key"]).toBe("verysecretkey123");
    expect(server.seen[0]?.body).toMatchObject({ generationConfig: { thinkingConfig: { thinkingLevel: "minimal" } } });
  });

  test("tests are read-only: who tries to change them is told, and has not fixed anything", async () => {
    const at = await freight();
    const path = "tests/test_quote.py";
    const before = await readFile(join(at.repo, path), "utf8");
    const server = await local(
      ["edit_file", { path, old_text: '"fr"', new_text: '"FR"' }],
      ["write_file", { path: "conftest.py", content: "" }],
      ["finish", { summary: "" }],
      ["finish", { summary: "" }],
    );
    const { exitCode } = await start(at, ["--provider", "local", "--url", server.url, "--faultline", "off", TEST]);
    expect(exitCode).toBe(1);
    expect(await readFile(join(at.repo, path), "utf8")).toBe(before);
    const refused = (await traceOf(at)).filter(({ isError, text }) => isError && /read-only/.test(text ?? ""));
    expect(refused).toHaveLength(2);
  });

  test("code that changes the test when it runs has mended nothing", async () => {
    const at = await freight();
    const rewrite =
      'open("tests/test_quote.py", "w").write("def test_lower_case(): pass")\n    return ZONES.get(country)';
    const server = await local(
      ["edit_file", { ...FIX, old_text: "return ZONES.get(country)", new_text: rewrite }],
      ["run_pytest", {}],
      ["finish", { summary: "" }],
    );
    const args = ["--provider", "local", "--url", server.url, "--faultline", "off", TEST];
    const { exitCode, stdout } = await start(at, args);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^not fixed \(what ran has changed the file of the test\): /);
  });

  test("what earlier works left in the checkout is closed to the model", async () => {
    const at = await freight();
    const earlier = join(at.repo, "runs/agent.tests-test_quote.py-test_lower_case");
    await mkdir(earlier, { recursive: true });
    await writeFile(join(earlier, "patch.diff"), "country.upper()");
    const server = await local(
      ["list_files", { path: "runs" }],
      ["search", { text: "upper" }],
      ["read_file", { path: "runs/agent.tests-test_quote.py-test_lower_case/patch.diff" }],
      ["finish", { summary: "" }],
      ["finish", { summary: "" }],
    );
    await start(at, ["--provider", "local", "--url", server.url, "--faultline", "off", TEST]);
    const told = (await traceOf(at)).flatMap(({ kind, text }) => (kind === "result" ? [text] : []));
    expect(told.slice(0, 3)).toEqual([
      "runs is empty.",
      expect.stringMatching(/^Nothing contains upper/),
      expect.stringMatching(/is closed to you/),
    ]);
  });

  test("without --out a folder of its own in runs/, of which git takes no notice; one agent at a time", async () => {
    const { out: _, ...at } = await freight();
    const { base } = at;
    await execa("git", ["init", "-q", base]);
    const server = await serving("hang");
    const args = ["--provider", "local", "--url", server.url, "--faultline", "off", TEST];
    const home = await emptyHome();
    const first = launch(at, args, home);
    await expect.poll(() => server.seen.length, { timeout: 60_000 }).toBe(1);
    const second = await launch(at, args, home);
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toMatch(
      /^faultline: process \d+ is another agent at work on .* \(wait for it, or use another/,
    );
    first.kill("SIGINT");
    expect((await first).exitCode).toBe(130);
    server.next({ status: 400, json: { error: { message: "no" } } });
    expect((await launch(at, args, home)).stderr).toContain("no");
    const name = "agent.tests-test_quote.py-test_lower_case";
    expect((await readdir(join(base, "runs"))).toSorted()).toEqual([name, `${name}.again-2`]);
    expect((await readdir(join(base, "runs", name))).toSorted()).toContain("trace.jsonl");
    const { stdout } = await execa("git", ["status", "--short", "--untracked-files=all"], { cwd: base });
    expect(stdout).not.toContain("runs/");
  });

  test("Ctrl-C while the test runs at first: nothing is written, nothing goes on", async () => {
    const at = await freight();
    const started = join(at.base, "started");
    const slow = `import time\n\nopen(${JSON.stringify(started)}, "w").close()\ntime.sleep(60)\n`;
    await writeFile(join(at.repo, "freight/zones.py"), slow);
    const running = launch(at, [...(await idle()), TEST], await emptyHome());
    await expect.poll(() => existsSync(started), { timeout: 60_000 }).toBe(true);
    running.kill("SIGINT");
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(/\nfaultline: cancelled$/);
    expect(existsSync(at.out)).toBe(false);
  });

  test.each(["SIGINT", "SIGKILL"] as const)(
    "%s while the model thinks: nothing goes on, and the trace is there",
    async (signal) => {
      const at = await freight();
      const server = await serving("hang");
      const running = launch(at, ["--provider", "local", "--url", server.url, TEST], await emptyHome());
      await expect.poll(() => server.seen.length, { timeout: 60_000 }).toBe(1);
      running.kill(signal);
      const { exitCode } = await running;
      await server.hungUp;
      expect(exitCode).toBe(signal === "SIGINT" ? 130 : undefined);
      expect((await traceOf(at))[0]).toMatchObject({ kind: "start" });
      const summary = await readFile(join(at.out, "summary.json"), "utf8").catch(() => undefined);
      // Nobody knows what the model had read and thought.
      if (signal === "SIGINT") expect(summary).toMatch(/"unreportedTurns": 1,/);
      else expect(summary).toBeUndefined();
      const left = async () => (await execa("pgrep", ["-f", `serve --repo ${at.repo}`], { reject: false })).stdout;
      await expect.poll(left, { timeout: 10_000 }).toBe("");
    },
  );
});
