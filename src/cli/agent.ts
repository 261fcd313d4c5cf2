import { join } from "node:path";
import type { AgentRequest } from "../agent/agent-run.ts";
import type { AgentSummary } from "../agent/summary.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { redact } from "../kernel/redact.ts";
import { agentFolder, earlierFolders } from "./agent-folder.ts";
import { claimCheckout } from "./claim-checkout.ts";
import { makeEngine } from "./engine.ts";
import { type Command, numberOf, type Shell, textOf } from "./shell.ts";
import { type Stop, stopSignal } from "./stop-signal.ts";
import { tellWriting } from "./tell-writing.ts";

interface Options {
  repo: unknown;
  python?: unknown;
  provider: unknown;
  model?: unknown;
  url?: unknown;
  faultline: unknown;
  thinking: unknown;
  maxTurns: unknown;
  maxOutputTokens: unknown;
  out?: unknown;
  json?: boolean;
}

/** Where llama.cpp's server listens by itself. */
const LOCAL_URL = "http://127.0.0.1:8080";
/** What tests, and the code that a model writes, have no use for. */
const KEYS = ["ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "FAULTLINE_TOKEN"];

export const agent: Command = (cli, shell) => {
  cli
    .command("agent <nodeid>", "Let an open model mend a failing test, with Faultline's tools or without")
    .usage(
      "agent --provider local|gemini [options] <nodeid>\n\n" +
        "  Edits the checkout, never its tests. This is no sandbox: the tests, and with them what the model writes, run\n" +
        "  as you. Leaves trace.jsonl, summary.json and patch.diff in a folder of runs/, in the current folder. Exit\n" +
        "  status: 0 the test passes now, 1 it does not, 2 the work could not be done.",
    )
    .option("--repo <dir>", "Folder of the checkout; the node id is relative to it", { default: "." })
    .option("--python <path>", "The project's interpreter; otherwise it is found")
    .option("--provider <name>", "local, a llama.cpp server; or gemini, with its key in $GEMINI_API_KEY")
    .option("--model <name>", "The model; a server that has one alone needs no name")
    .option("--url <url>", `Address of the server; without it ${LOCAL_URL}, or Google's`)
    .option("--faultline <on|off>", "Whether the model gets Faultline's context and tools", { default: "on" })
    .option("--thinking <on|off>", "Whether a model that can thinks before it answers", { default: "off" })
    .option("--max-turns <n>", "Turns of the model at most", { default: 40 })
    .option("--max-output-tokens <n>", "Tokens of one turn at most, thoughts included", { default: 4096 })
    .option("--out <dir>", "Where the trace comes, instead of runs/")
    .option("--json", "Print the summary as JSON")
    .example("  faultline agent --provider local tests/test_cart.py::test_total")
    .example(
      "  faultline agent --provider gemini --model gemma-4-31b-it --faultline off tests/test_cart.py::test_total",
    )
    .action((nodeId: string, options: Options) => run(nodeId, options, shell));
};

async function run(nodeId: string, options: Options, shell: Shell): Promise<number> {
  const given = options.out === undefined ? undefined : textOf(options.out, "--out");
  const bounds = {
    maxTurns: numberOf(options.maxTurns, "--max-turns", { least: 1, most: 1000 }),
    maxOutputTokens: numberOf(options.maxOutputTokens, "--max-output-tokens", { least: 16, most: 1_000_000 }),
  };
  const stop = stopSignal();
  const folder = agentFolder(given, nodeId);
  try {
    const request = { nodeId, ...bounds, out: folder.path, signal: stop.signal };
    const summary = await workOn(request, options, shell).catch((error) => {
      if (!stop.signal.aborted) throw error;
    });
    if (!summary) {
      shell.progress("faultline: cancelled");
      return stop.exitStatus();
    }
    await show(summary, options, shell);
    shell.progress(`faultline: written to ${folder.path}`);
    return statusOf(summary, stop);
  } finally {
    folder.tidy();
  }
}

type Asked = Pick<AgentRequest, "nodeId" | "maxTurns" | "maxOutputTokens" | "out" | "signal">;

async function workOn(asked: Asked, options: Options, shell: Shell): Promise<AgentSummary> {
  const { runAgent } = await import("../agent/agent-run.ts");
  const repo = textOf(options.repo, "--repo");
  const withFaultline = isOn(options.faultline, "--faultline");
  const provider = await providerOf(options, shell, asked.signal);
  const named = options.python === undefined ? undefined : textOf(options.python, "--python");
  const env = Object.fromEntries(Object.entries(shell.env).filter(([name]) => !KEYS.includes(name)));
  const engine = await makeEngine(shell, repo, named, env);
  const giveUp = await claimCheckout(engine);
  const place = { repo: engine.repo, python: engine.python };
  const cli = join(shell.packageRoot, "dist", "cli.js");
  const serve = [process.execPath, cli, "serve", "--repo", place.repo, "--python", place.python] as const;
  return runAgent({
    ...asked,
    ...place,
    closed: earlierFolders(place.repo),
    env,
    provider,
    faultline: withFaultline ? serve : undefined,
    version: shell.version,
    progress: (line) => shell.progress(`faultline: ${line}`),
    writing: tellWriting(shell.errors),
  }).finally(giveUp);
}

function statusOf({ fixed, ended, reason }: AgentSummary, stop: Stop): number {
  if (ended === "cancelled") return stop.exitStatus();
  // That says nothing of what the model can do.
  if (ended === "model-failed") {
    const hint = reason?.includes("ECONNREFUSED") ? "no server runs there; --url names another" : undefined;
    throw new FaultlineError("model-failed", reason ?? "the model failed", hint === undefined ? {} : { hint });
  }
  return fixed ? 0 : 1;
}

async function show(summary: AgentSummary, { json }: Options, shell: Shell): Promise<void> {
  if (json) {
    shell.print(JSON.stringify(summary));
    return;
  }
  const { agentText } = await import("./agent-text.ts");
  const { paper } = await import("./terminal-text.ts");
  shell.print(agentText(summary, paper(shell.columns ?? 100, shell.color)));
}

async function providerOf({ provider, model, url, thinking }: Options, shell: Shell, signal: AbortSignal) {
  const { env } = shell;
  const { providerFrom } = await import("../agent/provider-from.ts");
  const name = provider === undefined ? "" : textOf(provider, "--provider");
  const chosen = isOn(thinking, "--thinking") ? "on" : "off";
  if (name === "local") {
    const base = addressOf(url ?? LOCAL_URL).replace(/\/+$/, "");
    const path = /\/v\d+$/.test(base) ? base : `${base}/v1`;
    const named = model === undefined ? undefined : textOf(model, "--model");
    const served = await modelServed(path, named, shell, signal);
    return providerFrom(`local:${path}${served === undefined ? "" : `#${served}`}`, env, chosen);
  }
  if (name !== "gemini") throw new FaultlineError("bad-request", "--provider is local or gemini");
  if (model === undefined) throw new FaultlineError("bad-request", "gemini wants --model, such as gemini-2.5-flash");
  const base = url === undefined ? {} : { GOOGLE_GEMINI_BASE_URL: addressOf(url) };
  return providerFrom(`gemini:${textOf(model, "--model")}`, { ...env, ...base }, chosen);
}

/** Asked before the test and Faultline run, which may take long: whether the server is there, and what it calls its model. */
async function modelServed(url: string, chosen: string | undefined, shell: Shell, signal: AbortSignal) {
  const { modelsAt } = await import("../agent/models-at.ts");
  const loading = () => shell.progress(`faultline: waiting for ${url} to load its model`);
  const models = await modelsAt(url, shell.env, { signal, loading });
  if (chosen !== undefined || models.length < 2) return chosen ?? models[0];
  throw new FaultlineError("bad-request", `${url} has several models: name one with --model`, {
    hint: `${models.slice(0, 10).join(", ")}${models.length > 10 ? ", …" : ""}`,
  });
}

function addressOf(url: unknown): string {
  const text = textOf(url, "--url");
  if (/^https?:\/\/[^?#@]+$/.test(text) && URL.canParse(text)) return text;
  throw new FaultlineError("bad-request", `--url ${redact(text)} is no address of a server`, {
    hint: `such as ${LOCAL_URL}, without user, query or fragment`,
  });
}

function isOn(value: unknown, option: string): boolean {
  const text = textOf(value, option);
  if (text !== "on" && text !== "off") throw new FaultlineError("bad-request", `${option} is on or off, not ${text}`);
  return text === "on";
}
