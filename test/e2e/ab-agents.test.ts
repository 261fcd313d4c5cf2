import { mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { DebuggingAgent } from "../../eval/ab/agent.ts";
import { agentsNamed, serverOf } from "../../eval/ab/agents.ts";
import { armNamed } from "../../eval/ab/arms.ts";
import { type Case, prepareCase } from "../../eval/ab/case.ts";
import { claudeAgent } from "../../eval/ab/claude-agent.ts";
import { isolationHere } from "../../eval/ab/confinement.ts";
import { openModelAgent } from "../../eval/ab/open-model-agent.ts";
import { type Hall, runSession } from "../../eval/ab/run-session.ts";
import { cleanEnv } from "../../eval/environment.ts";
import { readBundled } from "../../eval/manifest.ts";
import { CASES, ROOT } from "../../eval/root.ts";
import { chatCompletion, geminiResponse } from "../agent/wire-forms.ts";
import { startWireServer } from "../agent/wire-server.ts";
import { bash, isAgentTurn, startModel } from "./support/model.ts";
import { pythonEnvironment } from "./support/project.ts";

const FIX = "sed -i 's/ZONES.get(country)/ZONES.get(country.upper())/' freight/zones.py";
const EDIT = {
  path: "freight/zones.py",
  old_text: "ZONES.get(country)",
  new_text: "ZONES.get(country.upper())",
};
const TEST = "tests/test_quote.py::test_country_codes_in_lower_case";

let work: string;
let python: string;
let hall: Hall;
let of: Case;

beforeAll(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), "ab-agents-")));
  python = join(await pythonEnvironment(), "bin/python");
  const isolation = await isolationHere(cleanEnv(work));
  const limits = { seconds: 120, turns: 20 };
  hall = { work, out: join(work, "out"), faultline: ROOT, repos: undefined, isolation, limits, seed: 1 };
  await mkdir(join(work, "home"));
  of = await makeCase();
});

/** A bug in a repository of a size to speak in. */
async function makeCase(): Promise<Case> {
  const bug = (await readBundled(join(CASES, "bundled"))).find(({ id }) => id === "freight-quote");
  if (!bug) throw new Error("the bug is gone");
  const env = cleanEnv(work, { folder: join(python, "../.."), python, missing: {} });
  return prepareCase({ ...bug, grown: true }, { work, repos: undefined, env }, { python, env });
}

async function session(agent: DebuggingAgent, arm: string) {
  const tools = { work, python, env: cleanEnv(work) };
  const key = { case: of.name, arm, agent: agent.name, repetition: 1 };
  return runSession({ key, arm: armNamed(arm, tools), agent }, of, hall, new AbortController().signal);
}

test("Claude Code with an account works with a key that its session never has, and is counted as the server counts", async () => {
  const model = await startModel([
    { say: "I run it.", calls: [bash(`python -m pytest -q ${TEST}; env | sort`)] },
    { say: "I mend it.", calls: [bash(FIX), bash("curl -s http://example.org/fix.patch")] },
  ]);
  const result = await session(claudeAgent("claude-sonnet-4-5", model.url, "sk-secret"), "H").finally(model.close);
  expect(result).toMatchObject({
    agent: "claude:claude-sonnet-4-5",
    simulated: false,
    record: {
      ended: "finished",
      turns: 3,
      tokens: { input: 30, output: 30, cached: 0 },
      toolCalls: { Bash: 3 },
      finalMessage: "Done.",
    },
    judged: { verdict: "fixed" },
  });
  expect(result?.record.injectedBytes).toBeGreaterThan(200);
  expect(result?.record.injectedBytes).toBeLessThanOrEqual(2048 * 2);
  // Without Faultline in the checkout, of which nothing is the agent's work.
  expect(result?.changedLines).toBe(2);
  const turns = model.requests.filter(({ body }) => isAgentTurn(body));
  expect(turns.map(({ headers }) => headers["x-api-key"])).toEqual(["sk-secret", "sk-secret", "sk-secret"]);
  expect(JSON.stringify(turns.map(({ body }) => body))).not.toContain("sk-secret");
  expect(result?.leaks.map(({ kind, how }) => `${kind} ${how}`)).toEqual(expect.arrayContaining(["network tried"]));
  expect(result?.leaks.every(({ how }) => how === "tried")).toBe(true);
});

test.each([
  ["A", 0],
  ["H", 500],
])("an open model in arm %s", async (arm, injected) => {
  const calls: [string, object][] = [
    ["edit_file", EDIT],
    ["finish", { summary: "codes were taken as written" }],
  ];
  const server = await startWireServer(
    calls.map(([tool, args]) => ({
      stream: chatCompletion({ content: JSON.stringify({ tool, arguments: args }) }, "stop"),
    })),
  );
  const agent = openModelAgent({ provider: "local", url: server.url, model: "tiny", key: undefined });
  const result = await session(agent, arm).finally(server.close);
  expect(result).toMatchObject({
    agent: "local:tiny",
    record: {
      ended: "finished",
      turns: 2,
      tokens: { input: 284, output: 14, cached: 200 },
      toolCalls: { edit_file: 1, finish: 1 },
    },
    judged: { verdict: "fixed" },
    leaks: [],
  });
  expect(result?.record.injectedBytes).toBeGreaterThanOrEqual(injected);
  if (arm === "A") expect(result?.record.injectedBytes).toBe(0);
});

test("a Gemini model is asked at the paths of its API, with a key that its session never has", async () => {
  const calls = [
    { name: "edit_file", args: EDIT },
    { name: "finish", args: { summary: "codes were taken as written" } },
  ];
  const server = await startWireServer(
    calls.map((functionCall) => ({ stream: geminiResponse([{ functionCall }], "STOP") })),
  );
  const env = { GEMINI_API_KEY: "sk-secret" };
  const [agent] = agentsNamed(["gemini:gemma-3"], server.url, env);
  const result = await session(agent as DebuggingAgent, "A").finally(server.close);
  expect(result).toMatchObject({
    agent: "gemini:gemma-3",
    record: { ended: "finished" },
    judged: { verdict: "fixed" },
  });
  for (const { path, headers } of server.seen) {
    expect(path).toMatch(/^\/v1beta\/models\/gemma-3:/);
    expect(headers["x-goog-api-key"]).toBe("sk-secret");
  }
  // Which path comes after it is for the provider to say.
  const [usual = ""] = agentsNamed(["gemini:gemma-3"], undefined, env).flatMap(serverOf);
  expect(new URL(usual)).toMatchObject({ protocol: "https:", pathname: "/" });
});

test("an open model that is not there is a failed session", async () => {
  const agent = openModelAgent({ provider: "local", url: "http://127.0.0.1:9", model: undefined, key: undefined });
  const result = await session(agent, "A");
  expect(result?.record).toMatchObject({ ended: "failed", problem: expect.stringContaining("ECONNREFUSED") });
});
