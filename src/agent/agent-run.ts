import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { realPath } from "../kernel/repo.ts";
import { writeAtomic } from "../kernel/user-files.ts";
import { openingText, systemPrompt } from "./agent-prompt.ts";
import { ChangedFiles } from "./changed-files.ts";
import { editFile } from "./edit-file.ts";
import { type FaultlineServer, startFaultline } from "./faultline-server.ts";
import { listFiles } from "./list-files.ts";
import { type Work, work } from "./loop.ts";
import type { Provider } from "./provider.ts";
import { readFile } from "./read-file.ts";
import { Refusal } from "./refusal.ts";
import { placeOf, throughLinks } from "./repo-path.ts";
import { runPytest } from "./run-pytest.ts";
import { search } from "./search.ts";
import { AgentSummary } from "./summary.ts";
import { watchTestFile } from "./test-file.ts";
import { runTests } from "./test-run.ts";
import { TRACE_VERSION, type Trace, traceIn } from "./trace.ts";
import type { Workplace } from "./workplace.ts";
import { writeFile as writeTool } from "./write-file.ts";

const TOOLS = [listFiles, search, readFile, editFile, writeTool, runPytest];

export interface AgentRequest {
  nodeId: string;
  /** A checkout, which is edited. */
  repo: string;
  python: string;
  /** What tests see. */
  env: NodeJS.ProcessEnv;
  provider: Provider;
  /** The words that start Faultline's server; undefined to do without. */
  faultline: readonly [string, ...string[]] | undefined;
  version: string;
  /** A folder, which is made: trace.jsonl, summary.json and patch.diff come into it. */
  out: string;
  /** Folders besides that the model must not see, such as those of earlier works. */
  closed: readonly string[];
  maxTurns: number;
  maxOutputTokens: number;
  signal: AbortSignal;
  progress: Work["progress"];
  writing: Work["writing"];
}

/**
 * Lets a model mend a failing test.
 *
 * @throws FaultlineError `bad-request` where the test does not fail to begin with, `not-found` where there is none
 */
export async function runAgent(request: AgentRequest): Promise<AgentSummary> {
  const scratch = await mkdtemp(join(tmpdir(), "faultline-agent-"));
  try {
    const workplace = workplaceOf(request, scratch);
    const summary = await workIn(workplace, request);
    await writeAtomic(join(request.out, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
    await writeAtomic(join(request.out, "patch.diff"), summary.diff);
    return summary;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function workplaceOf({ nodeId, repo, python, env, out, closed, signal }: AgentRequest, scratch: string): Workplace {
  const root = realPath(repo) ?? repo;
  const changes = new ChangedFiles(root);
  const workplace = {
    repo: root,
    python,
    env,
    target: nodeId,
    closed: [out, ...closed].map((folder) => throughLinks(resolve(folder)) ?? resolve(folder)),
    scratch,
    changes,
    signal,
  };
  try {
    const place = placeOf(nodeId.split("::", 1)[0] ?? "", workplace);
    const isFile = statSync(place.path, { throwIfNoEntry: false })?.isFile() ?? false;
    if (!nodeId.startsWith("-") && isFile) {
      if (nodeId.includes("::")) return workplace;
      throw new FaultlineError("bad-request", `${nodeId} is a file: name one failing test of it`, {
        hint: `such as ${nodeId}::test_total`,
      });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw new FaultlineError("not-found", `${nodeId || "an empty node id"} names no file of ${repo}`, {
    hint: "a node id relative to --repo, such as tests/test_cart.py::test_total",
  });
}

async function workIn(workplace: Workplace, request: AgentRequest): Promise<AgentSummary> {
  const started = performance.now();
  const { nodeId, provider, signal, progress, version } = request;
  progress(`running ${nodeId}`);
  const first = await runTests(nodeId, workplace);
  if (signal.aborted) throw new FaultlineError("process-failed", "cancelled");
  if (first.passed) throw new FaultlineError("bad-request", `${nodeId} passes: there is nothing to mend`);
  if (first.skipped) {
    throw new FaultlineError("bad-request", `${nodeId} is skipped, or expected to fail: there is nothing to mend`);
  }
  if (!first.failed) {
    const lines = first.text.split("\n");
    const said = lines.find((line) => /^(?:ERROR|E )/.test(line)) ?? lines.at(-1) ?? "";
    throw new FaultlineError("bad-request", `${nodeId} does not run: ${said}`);
  }
  const { faultline: program } = request;
  const { repo: cwd, env } = workplace;
  const server = program ? await startFaultline({ program, cwd, env, version, signal }) : undefined;
  try {
    if (server) progress("asking Faultline where the failure comes from");
    const context = await server?.contextOf(nodeId);
    const system = systemPrompt(server !== undefined);
    const opening = openingText(nodeId, first, context);
    const tools = [...TOOLS, ...(server?.tools ?? [])];
    const trace = traceIn(request.out);
    const at = new Date().toISOString();
    const names = tools.map(({ spec }) => spec.name);
    const head = { nodeId, model: provider.name, faultline: server !== undefined };
    await trace({ kind: "start", version: TRACE_VERSION, at, ...head, tools: names, system, opening });
    return await sumUp({ ...request, workplace, system, opening, tools, trace }, server, started);
  } finally {
    await server?.close();
  }
}

type Opened = Work & Pick<AgentRequest, "nodeId"> & { trace: Trace };

async function sumUp(opened: Opened, server: FaultlineServer | undefined, started: number): Promise<AgentSummary> {
  const { workplace, provider, nodeId } = opened;
  const isSameTest = watchTestFile(workplace);
  const { passes, modelMs, ...outcome } = await work(opened);
  const { diff, files } = await workplace.changes.diff();
  const unseen = passes === undefined || outcome.ended !== "finished";
  const look = unseen && diff !== "" && !workplace.signal.aborted;
  const passesNow = look ? (await runTests(nodeId, workplace)).passed : passes === true && !unseen;
  const spoiled = isSameTest() ? {} : { reason: "what ran has changed the file of the test" };
  return AgentSummary.parse({
    version: TRACE_VERSION,
    nodeId,
    model: provider.name,
    faultline: server !== undefined,
    fixed: passesNow && spoiled.reason === undefined,
    ...outcome,
    ...spoiled,
    injectedBytes: server?.bytes ?? 0,
    seconds: seconds(performance.now() - started),
    modelSeconds: seconds(modelMs),
    files,
    diff,
  });
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}
