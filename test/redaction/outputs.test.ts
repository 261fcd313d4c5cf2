import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { beforeAll, expect, test } from "vitest";
import { terminalView } from "../../src/cli/terminal-view.ts";
import { captureValues } from "../../src/debugging/capture-values.ts";
import { checkPatch } from "../../src/debugging/check-patch.ts";
import { compareRuns } from "../../src/debugging/compare-runs.ts";
import type { Call, Engine } from "../../src/debugging/engine.ts";
import { failureAnswer } from "../../src/debugging/failure-answer.ts";
import { getEvidence } from "../../src/debugging/get-evidence.ts";
import { investigate } from "../../src/debugging/investigate.ts";
import { searchCode } from "../../src/debugging/search-code.ts";
import { explain } from "../../src/hook/explain.ts";
import { logLine } from "../../src/kernel/log.ts";
import { runProbe } from "../../src/probe/run.ts";
import { runValues } from "../../src/probe/values-run.ts";
import { probeDir, project, shellEnv } from "../probe/support.ts";
import { findPythons } from "../support/pythons.ts";
import { contexts, shapes } from "./corpus.ts";
import { secretProject } from "./project.ts";

const { files, env: secretEnv, failing, secrets } = secretProject();

let python: string;
beforeAll(async () => {
  python = (await findPythons()).at(-1)?.python ?? "";
});

/** Where secrets were put that a text shows. */
function leaks(text: string): string[] {
  return [...secrets].filter(([, secret]) => text.includes(secret)).map(([where]) => where);
}

/** All that lies below a folder, as one text. */
async function contents(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(found.map((path) => readFile(path, "latin1")));
  return [...found, ...texts].join("\n");
}

async function place() {
  const repo = await project(files);
  const home = await project({});
  const env = shellEnv({ ...secretEnv, XDG_STATE_HOME: home });
  return { repo, home, env };
}

/** Numbers of the lines of a file that a pattern finds. */
function linesOf(file: keyof typeof files, pattern: RegExp): number[] {
  return (files[file] ?? "").split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}

const ends = linesOf("shop/login.py", /return nothing\.real|return "|yield|return os/);

test("the corpus is large", () => {
  expect(secrets.size).toBeGreaterThan(250);
  expect(new Set(secrets.values()).size).toBe(secrets.size);
});

test("the program itself does show them: what is looked for can be found", async () => {
  const { repo, env } = await place();
  const { stdout } = await execa(python, ["-m", "pytest", "-p", "no:cacheprovider", "--showlocals"], {
    cwd: repo,
    env: { ...env, PYTHONDONTWRITEBYTECODE: "1" },
    extendEnv: false,
    reject: false,
  });
  expect(leaks(stdout).length).toBeGreaterThan(150);
});

test.each(["report", "trace", "thorough"] as const)("no record of mode %s shows a secret", async (mode) => {
  const { repo, env } = await place();
  const argv = [python, "-m", "pytest"] as const;
  const run = await runProbe({ argv, args: [], nodeIds: [], cwd: repo, env, mode, probeDir, deadline: 60_000 });
  expect(run.record?.failures.length).toBeGreaterThan(failing.length);
  // Node ids are what a test is run by; they are left out where they are shown.
  const shown = JSON.stringify(run, (key, value) => (key === "nodeId" ? "" : value));
  expect(leaks(shown)).toEqual([]);
});

test("no value at a watched line shows a secret", async () => {
  const { repo, env } = await place();
  const run = await runValues({
    argv: [python, "-m", "pytest"],
    args: [],
    nodeIds: [],
    watches: [
      ...ends.map((line) => ({ path: join(repo, "shop/login.py"), line })),
      ...linesOf("tests/test_login.py", /^ {4}/).map((line) => ({ path: join(repo, "tests/test_login.py"), line })),
      ...linesOf("shop/settings.py", /^\w+ = |return/).map((line) => ({ path: join(repo, "shop/settings.py"), line })),
    ],
    maxHits: 10,
    cwd: repo,
    env,
    probeDir,
    deadline: 60_000,
  });
  expect(run.observations.length).toBeGreaterThan(30);
  const shown = JSON.stringify(run, (key, value) => (key === "nodeId" ? "" : value));
  expect(shown).toContain("<redacted>");
  expect(leaks(shown)).toEqual([]);
});

test("no answer of the hook shows a secret, nor what it keeps", { timeout: 120_000 }, async () => {
  const { repo, home, env } = await place();
  for (const nodeId of [...failing.filter((id) => /keys|compared$/.test(id)), "tests/test_login.py"]) {
    const command = `${python} -m pytest -p no:cacheprovider ${nodeId}`;
    const { stdout } = await execa(python, ["-m", "pytest", "-p", "no:cacheprovider", nodeId], {
      cwd: repo,
      env: { ...env, PYTHONDONTWRITEBYTECODE: "1" },
      extendEnv: false,
      reject: false,
    });
    const payload = {
      session_id: "s",
      hook_event_name: "PostToolUseFailure",
      cwd: repo,
      tool_name: "Bash",
      tool_input: { command },
      error: `Exit code 1\n${stdout.slice(0, 8_000)}`,
    };
    const installation = join(repo, ".claude/faultline");
    const told = await explain(payload, { env, installation, probeDir, now: Date.now, remember: true });
    expect(leaks(JSON.stringify(told)), nodeId).toEqual([]);
  }
  expect(leaks(await contents(home))).toEqual([]);
});

test("no answer of the engine shows a secret, nor the evidence that it keeps", { timeout: 240_000 }, async () => {
  const { repo, home, env } = await place();
  const engine: Engine = { repo, python, env, probeDir, state: join(home, "state"), pytestArgs: [] };
  const said: string[] = [];
  const paper = { width: 120, paint: (_style: string, text: string) => text };
  const call: Call = { deadline: 30_000, budgetTokens: 20_000, progress: ({ message }) => said.push(message) };
  const answers: unknown[] = [];
  const told = (pattern: RegExp) => failing.filter((nodeId) => pattern.test(nodeId));
  for (const nodeId of told(/chained|compared$|printed/)) answers.push(await failureAnswer(engine, { nodeId }, call));
  const at = [...ends.map((line) => `shop/login.py:${line}`), "shop/settings.py:40"];
  for (const nodeId of told(/texts|objects/)) answers.push(await captureValues(engine, { nodeId, at }, call));
  for (const nodeId of told(/message|keys$/)) {
    const budgetTokens = nodeId.endsWith("keys") ? 700 : 20_000;
    const answer = await investigate(engine, { nodeId }, { ...call, budgetTokens });
    answers.push(
      answer,
      terminalView(answer, paper, (handle) => handle),
    );
  }
  answers.push(await compareRuns(engine, { nodeId: failing[0] ?? "" }, call));
  answers.push(await checkPatch(engine, { nodeId: failing[0] ?? "", suite: "all" }, call));
  for (const query of ["password", "secret", "token", "key", "MII", "b3Blbn", "Authorization", "zQ7x", "="]) {
    answers.push(await searchCode(engine, { query, limit: 1000 }, call));
  }
  const handles = new Set(JSON.stringify(answers).match(/ev_[0-9a-f]{12}/g) ?? []);
  expect(handles.size).toBeGreaterThan(0);
  for (const handle of handles) answers.push(await getEvidence(engine, { handle }, call));
  for (const answer of answers) {
    const text = JSON.stringify(answer);
    expect(leaks(text), text.slice(Math.max(0, text.search(/zQ7x/) - 300), text.search(/zQ7x/) + 100)).toEqual([]);
  }
  expect(leaks(said.join("\n"))).toEqual([]);
  expect(leaks(await contents(home))).toEqual([]);
});

test("no line of the log shows a secret", async () => {
  const { home, env } = await place();
  const secret = "zQ7xLogvK9w";
  for (const context of Object.values(contexts)) {
    logLine("test", context.replaceAll(/(?<![A-Z_])SECRET(?![A-Z_])|(?<=')SECRET(?=')/g, secret), env);
  }
  for (const credential of Object.values(shapes)) logLine("test", `cannot use ${credential}`, env);
  const log = await contents(home);
  expect(log).toContain("<redacted>");
  expect(log).not.toContain(secret);
  expect(leaks(log)).toEqual([]);
});
