import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { AgentSummary } from "../../src/agent/summary.ts";
import { chatCompletion, geminiResponse } from "../agent/wire-forms.ts";
import { type Reply, startWireServer, type WireServer } from "../agent/wire-server.ts";
import { emptyHome, usualPath } from "./support/client.ts";
import { pythonEnvironment } from "./support/project.ts";
import { root } from "./support/tools.ts";

const FILES = {
  "freight/zones.py":
    'ZONES = {"DE": ("domestic", 1), "FR": ("europe", 3)}\n\n\ndef zone_of(country):\n    return ZONES.get(country)\n',
  "freight/quote.py":
    'from freight.zones import zone_of\n\nBASE = {"domestic": 4.5, "europe": 9.0}\n\n\ndef quote(country):\n    zone = zone_of(country)\n    return BASE[zone[0]]\n',
  "tests/test_quote.py":
    'from freight.quote import quote\n\n\ndef test_domestic():\n    assert quote("DE") == 4.5\n\n\ndef test_lower_case():\n    assert quote("fr") == 9.0\n',
  "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
};
const TEST = "tests/test_quote.py::test_lower_case";
const FIX = { path: "freight/zones.py", old_text: "ZONES.get(country)", new_text: "ZONES.get(country.upper())" };
/** Shows what the code sees of the environment. */
const SPY = { ...FIX, new_text: 'print(sorted(__import__("os").environ))' };

let python: string;
beforeAll(async () => {
  python = join(await pythonEnvironment(), "bin/python");
});

const servers: WireServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** A server of the form that llama.cpp has, whose model calls these tools. */
async function local(...calls: [string, object][]): Promise<WireServer> {
  return serving(
    ...calls.map(([tool, args]) => ({
      stream: chatCompletion({ content: JSON.stringify({ tool, arguments: args }) }, "stop"),
    })),
  );
}

async function serving(...script: Reply[]): Promise<WireServer> {
  const server = await startWireServer(script);
  servers.push(server);
  return server;
}

async function freight(): Promise<{ repo: string; out: string; base: string }> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "agent-")));
  const repo = join(base, "repo");
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(repo, path)), { recursive: true });
    await writeFile(join(repo, path), text);
  }
  return { base, repo, out: join(base, "out") };
}

type At = Awaited<ReturnType<typeof freight>>;

/** What goes before a node id, where the model is never asked. */
async function idle(): Promise<string[]> {
  return ["--provider", "local", "--url", (await serving()).url];
}

async function start(at: At, args: string[], env: Record<string, string> = {}) {
  return launch(at, args, await emptyHome(), env);
}

function launch(
  { repo, out, base }: Pick<At, "repo" | "base"> & { out?: string },
  args: string[],
  home: string,
  env: Record<string, string> = {},
) {
  const common = ["--repo", repo, "--python", python, ...(out === undefined ? [] : ["--out", out])];
  return execa(process.execPath, [join(root, "dist/cli.js"), "agent", ...common, ...args], {
    cwd: base,
    env: { HOME: home, XDG_STATE_HOME: join(home, "state"), PATH: usualPath().join(":"), ...env },
    extendEnv: false,
    reject: false,
  });
}

const traceOf = async ({ out }: At) =>
  (await readFile(join(out, "trace.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown> & { text?: string; opening?: string; tools?: string[] });

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

  test.each([
    ["a test that passes", "tests/test_quote.py::test_domestic", /passes: there is nothing to mend/],
    ["a test that is skipped", "tests/test_quote.py::test_later", /is skipped, or expected to fail: there is nothing/],
    ["a test that is not there", "tests/test_quote.py::test_none", /does not run: .*test_none/],
    ["a file that is not there", "tests/test_none.py::test_none", /names no file/],
    ["a whole file", "tests/test_quote.py", /is a file: name one failing test of it \(such as tests\/test_quote.py::/],
    ["a folder", "tests", /tests names no file/],
    ["no node id", "", /an empty node id names no file/],
  ])("%s: one line, exit status 2, and nothing left", async (_, nodeId, told) => {
    const at = await freight();
    const later = "\n\ndef test_later():\n    import pytest\n\n    pytest.skip('later')\n";
    await appendFile(join(at.repo, "tests/test_quote.py"), later);
    const { exitCode, stderr } = await start(at, [...(await idle()), nodeId]);
    expect(exitCode).toBe(2);
    const lines = stderr.split("\n").filter((line) => !line.startsWith("faultline: running "));
    expect(lines).toEqual([expect.stringMatching(told)]);
    expect(existsSync(at.out)).toBe(false);
  });

  test.each([
    ["no address", ["--provider", "local", "--url", "::1"], /--url ::1 is no address of a server \(such as http/],
    ["no provider", [], /--provider is local or gemini/],
    ["gemini without a model", ["--provider", "gemini"], /gemini wants --model/],
    ["gemini without a key", ["--provider", "gemini", "--model", "gemini-2.5-flash"], /set GEMINI_API_KEY/],
    ["neither on nor off", ["--provider", "local", "--faultline", "maybe"], /--faultline is on or off, not maybe/],
    ["two providers", ["--provider", "local", "--provider", "gemini"], /--provider is given 2 times/],
    ["two limits", ["--provider", "local", "--max-turns", "3", "--max-turns", "4"], /--max-turns is given 2 times/],
  ])("%s: one line, exit status 2", async (_, args, told) => {
    const { exitCode, stderr } = await start(await freight(), [...args, TEST]);
    expect(exitCode).toBe(2);
    expect(stderr.split("\n")).toEqual([expect.stringMatching(told)]);
  });

  test("a place where no trace can be: one line, exit status 2, before anything runs", async () => {
    const at = await freight();
    await writeFile(at.out, "");
    for (const [out, why] of [
      [at.out, "a file is in the way"],
      [join(at.out, "deeper"), "a file is in the way"],
      ["/proc/nowhere", "nothing can be written there"],
    ] as const) {
      const { exitCode, stderr } = await start({ ...at, out }, ["--provider", "local", TEST]);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: `faultline: --out ${out}: ${why} (name another --out)`,
      });
    }
  });

  test("a server that is not there is told of before anything runs: one line, exit status 2, nothing left", async () => {
    const at = await freight();
    const { url, close } = await startWireServer([]);
    await close();
    const { exitCode, stdout, stderr } = await start(at, ["--provider", "local", "--url", url, TEST]);
    const told = `faultline: nothing listens at ${url} (start a llama.cpp server there, or give --url)`;
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: "", stderr: told });
    expect(existsSync(at.out)).toBe(false);
  });

  test("a model that fails: told once, exit status 2, with its trace and summary", async () => {
    const at = await freight();
    const server = await serving({ status: 400, json: { error: { message: "no such template" } } });
    const args = ["--provider", "local", "--url", server.url, "--faultline", "off", TEST];
    const { exitCode, stdout, stderr } = await start(at, args);
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/^not fixed, model-failed: /);
    expect(`${stdout}\n${stderr}`.match(/no such template/g)).toHaveLength(1);
    expect(stderr).toMatch(/\nfaultline: openai-compatible tiny: status 400: .*no such template.*$/);
    expect((await traceOf(at)).map(({ kind }) => kind)).toEqual(["start", "end"]);
  });

  test("without --out a folder of its own in runs/, of which git takes no notice; one agent at a time", async () => {
    const { repo, base } = await freight();
    await execa("git", ["init", "-q", base]);
    const server = await serving("hang");
    const args = ["--provider", "local", "--url", server.url, "--faultline", "off", TEST];
    const home = await emptyHome();
    const first = launch({ repo, base }, args, home);
    await expect.poll(() => server.seen.length, { timeout: 60_000 }).toBe(1);
    const second = await launch({ repo, base }, args, home);
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toMatch(
      /^faultline: process \d+ is another agent at work on .* \(wait for it, or use another/,
    );
    first.kill("SIGINT");
    expect((await first).exitCode).toBe(130);
    server.next({ status: 400, json: { error: { message: "no" } } });
    expect((await launch({ repo, base }, args, home)).stderr).toContain("no");
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
      const left = async () => (await execa("pgrep", ["-f", `serve --repo ${at.repo}`], { reject: false })).stdout;
      await expect.poll(left, { timeout: 10_000 }).toBe("");
    },
  );
});
