import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { LlamaServer } from "../../eval/llama/server.ts";
import { ChangedFiles } from "../../src/agent/changed-files.ts";
import { startFaultline } from "../../src/agent/faultline-server.ts";
import { work } from "../../src/agent/loop.ts";
import type { Provider, ToolSpec } from "../../src/agent/provider.ts";
import { providerFrom } from "../../src/agent/provider-from.ts";
import { AgentSummary } from "../../src/agent/summary.ts";
import { defineTool } from "../../src/agent/tool.ts";
import { calling, scripted } from "../agent/script.ts";
import { emptyHome, usualPath } from "./support/client.ts";
import { startSmallModel, THINKING_TEMPLATE } from "./support/llama.ts";
import { pythonEnvironment } from "./support/project.ts";
import { root } from "./support/tools.ts";

const TEST = "test_add.py::test_add";
const OWN_TOOLS = ["list_files", "search", "read_file", "edit_file", "write_file", "run_pytest", "finish"];

let llama: LlamaServer;
let python: string;
let repo: string;
beforeAll(async () => {
  llama = await startSmallModel({ context: 3072, template: THINKING_TEMPLATE });
  python = join(await pythonEnvironment(), "bin/python");
  repo = join(await realpath(await mkdtemp(join(tmpdir(), "agent-llama-"))), "repo");
  await mkdir(repo);
  await writeFile(join(repo, "adding.py"), "def add(a, b):\n    return a - b\n");
  await writeFile(
    join(repo, "test_add.py"),
    "from adding import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n",
  );
});
afterAll(() => llama?.close());

const local = (thinking?: "on" | "off") => providerFrom(`local:${llama.url}/v1`, {}, thinking);
const environment = async () => ({ HOME: await emptyHome(), PATH: usualPath().join(":") });

describe("the agent with a real llama.cpp server and a real model", () => {
  test("works from the failing test to the trace, and counts tokens as the server does", async () => {
    const out = join(repo, "..", "out");
    const args = ["--provider", "local", "--url", llama.url, "--faultline", "off"];
    const bounds = ["--max-turns", "2", "--max-output-tokens", "80", "--json"];
    const { stdout, exitCode } = await execa(
      process.execPath,
      [join(root, "dist/cli.js"), "agent", "--repo", repo, "--python", python, "--out", out, ...args, ...bounds, TEST],
      { env: await environment(), extendEnv: false, reject: false },
    );
    expect(exitCode).toBe(1);
    const summary = AgentSummary.parse(JSON.parse(stdout));
    const lines = (await readFile(join(out, "trace.jsonl"), "utf8")).trim().split("\n");
    const trace = lines.map((line) => JSON.parse(line));
    const turns = trace.filter(({ kind }) => kind === "turn");
    expect(trace[0].opening).toContain("assert -1 == 3");
    expect(turns.map(({ usage }) => usage.input).reduce((sum, each) => sum + each)).toBe(summary.usage.input);
    // What was read for the turn before is not read again.
    if (turns.length > 1) expect(turns[1].usage.cached).toBeGreaterThan(turns[0].usage.input / 2);
    const calls = turns.flatMap((turn) => turn.calls);
    for (const { name, args: given } of calls) {
      expect(OWN_TOOLS).toContain(name);
      expect(given).toBeTypeOf("object");
    }
  });

  test("makes a grammar of Faultline's tools as they are listed to any client", async () => {
    const program = [process.execPath, join(root, "dist/cli.js"), "serve", "--repo", repo, "--python", python] as const;
    const signal = new AbortController().signal;
    const server = await startFaultline({ program, cwd: repo, env: await environment(), version: "1", signal });
    // The model reads slowly, and the grammar has no use for descriptions.
    const tools = server.tools.map(
      ({ spec }) => JSON.parse(JSON.stringify({ ...spec, description: "" }, bare)) as ToolSpec,
    );
    await server.close();
    const turn = await (await local("off")).next({
      system: "",
      messages: [{ role: "user", text: `Call failure_context with node_id ${TEST}.` }],
      tools,
      mustCall: true,
      maxTokens: 120,
    });
    expect(turn.stop).toBe("tools");
    expect(tools.map(({ name }) => name)).toContain(turn.calls[0]?.name);
  });

  test("a conversation that is too long for the server is shortened until it fits", async () => {
    const model = await local("off");
    const look = defineTool({ name: "look", description: "", args: z.strictObject({}), run: () => nextText() });
    const script = scripted(calling("look"), calling("look"), calling("look"), calling("look"));
    const provider: Provider = {
      name: "both",
      next: (request) => (script.asked.length < 4 ? script.next(request) : model.next({ ...request, maxTokens: 40 })),
    };
    const lines: { kind: string }[] = [];
    const workplace = {
      ...{ repo, python, env: {}, target: TEST, closed: [], scratch: tmpdir() },
      ...{ changes: new ChangedFiles(repo), signal: new AbortController().signal },
    };
    const trace = async (line: { kind: string }) => void lines.push(line);
    const bounds = { maxTurns: 5, maxOutputTokens: 40, progress: () => undefined, writing: () => undefined };
    const text = { system: "Use the tools.", opening: "Look." };
    const outcome = await work({ ...text, ...bounds, provider, tools: [look], workplace, trace });
    expect(outcome.turns).toBe(5);
    expect(lines.filter(({ kind }) => kind === "shortened")).toHaveLength(1);
    // Four scripted turns of 100 tokens, and the real one.
    expect(outcome.usage.input).toBeGreaterThan(500);
  });

  test("the template is told whether to think", async () => {
    const ask = async (thinking: "on" | "off") => {
      const messages = [{ role: "user" as const, text: "Hello." }];
      const { usage } = await (await local(thinking)).next({ system: "", messages, tools: [], maxTokens: 2 });
      return usage.input;
    };
    expect((await ask("off")) - (await ask("on"))).toBeGreaterThan(3);
  });
});

function bare(key: string, value: unknown): unknown {
  return key === "description" && typeof value === "string" ? undefined : value;
}

let texts = 0;
/** At first more than the server takes, so that little is left to read, and it reads slowly. */
function nextText(): string {
  texts += 1;
  return `${texts} ${"word ".repeat(texts === 1 ? 3000 : 50)}`;
}
