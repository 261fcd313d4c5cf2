import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { run } from "../../src/kernel/process.ts";
import type { DebuggingAgent } from "./agent.ts";
import type { ToolUse } from "./audit-trace.ts";
import type { AgentRecord } from "./result.ts";
import type { Session } from "./session.ts";
import { wholeLines, wholeValue } from "./whole-lines.ts";

const Usage = z.object({ input: z.int(), output: z.int(), cached: z.int() });

/** What `faultline agent` leaves in `summary.json`, as far as it matters here. */
const Summary = z.looseObject({
  version: z.literal(1),
  ended: z.string(),
  reason: z.string().optional(),
  message: z.string(),
  turns: z.int(),
  calls: z.record(z.string(), z.int()),
  usage: Usage,
  /** Turns whose tokens the server has not told in full. */
  unreportedTurns: z.int(),
  injectedBytes: z.int(),
});

const TraceLine = z.looseObject({
  kind: z.string(),
  usage: Usage.optional(),
  calls: z.array(z.looseObject({ id: z.string(), name: z.string(), args: z.unknown().optional() })).optional(),
  callId: z.string().optional(),
  text: z.string().optional(),
});

/** An open model that `faultline agent` lets work. */
export interface OpenModel {
  provider: "local" | "gemini";
  /** Its server. */
  url: string;
  model: string | undefined;
  /** Of a provider that wants one; it stays outside of the session. */
  key: string | undefined;
}

/** The open-model agent; Faultline's tools are its own in every arm that has Faultline, and in no other. */
export function openModelAgent(open: OpenModel): DebuggingAgent {
  const name = [open.provider, open.model].filter((part) => part !== undefined).join(":");
  return { name, simulated: false, server: open.url, run: (session) => debug(session, open) };
}

async function debug(session: Session, open: OpenModel): Promise<AgentRecord> {
  const started = performance.now();
  const headers = open.key === undefined ? {} : { headers: { "x-goog-api-key": open.key } };
  const { origin, pathname } = new URL(open.url);
  const inside = await session.confine({ url: origin, ...headers });
  const out = join(session.home, "agent");
  const [test = ""] = session.tests;
  const argv = [
    ...inside.launcher,
    process.execPath,
    session.faultline,
    "agent",
    ...["--repo", session.repo, "--python", session.python, "--out", out],
    ...["--provider", open.provider, "--url", `${inside.url}${pathname.replace(/\/$/, "")}`],
    ...(open.model === undefined ? [] : ["--model", open.model]),
    ...["--faultline", session.key.arm === "H" ? "on" : "off", "--max-turns", String(session.limits.turns)],
    test,
  ] as unknown as [string, ...string[]];
  try {
    const env = { ...inside.env, ...(open.key === undefined ? {} : { GEMINI_API_KEY: "kept-outside" }) };
    const ended = await run({
      argv,
      cwd: session.repo,
      env,
      deadline: session.limits.seconds * 1000,
      killDelay: 5000,
      signal: session.signal,
    });
    const said = ended.stderr.trim().split("\n").at(-1) ?? ended.ended;
    return { ...(await recordIn(out, ended.ended, said)), seconds: (performance.now() - started) / 1000 };
  } finally {
    await inside.close();
  }
}

async function recordIn(out: string, ended: string, said: string): Promise<Omit<AgentRecord, "seconds">> {
  const written = wholeValue(await readFile(join(out, "summary.json"), "utf8").catch(() => ""));
  const summary = written === undefined ? undefined : Summary.parse(written);
  // An agent that had to be killed has left no summary.
  const turns = (await traceIn(out)).flatMap(({ usage }) => usage ?? []);
  const isWhole = summary ? summary.unreportedTurns === 0 : turns.length === 0;
  return {
    tokens: { ...(summary?.usage ?? together(turns)), counter: isWhole ? "the server" : "the server, not in full" },
    turns: summary?.turns ?? turns.length,
    cost: null,
    injectedBytes: summary?.injectedBytes ?? 0,
    toolCalls: summary?.calls ?? {},
    finalMessage: summary?.message ?? "",
    ...outcome(summary, ended, said),
  };
}

function outcome(
  summary: z.infer<typeof Summary> | undefined,
  ended: string,
  said: string,
): Pick<AgentRecord, "ended" | "problem"> {
  if (ended === "deadline" || ended === "cancelled") return { ended: "overtime" };
  if (!summary || summary.ended === "model-failed") return { ended: "failed", problem: summary?.reason ?? said };
  return { ended: summary.ended === "finished" ? "finished" : "gave-up" };
}

function together(usages: readonly z.infer<typeof Usage>[]): z.infer<typeof Usage> {
  const sum = (part: keyof z.infer<typeof Usage>) => usages.reduce((total, usage) => total + usage[part], 0);
  return { input: sum("input"), output: sum("output"), cached: sum("cached") };
}

async function traceIn(out: string): Promise<z.infer<typeof TraceLine>[]> {
  const text = await readFile(join(out, "trace.jsonl"), "utf8").catch(() => "");
  return wholeLines(text).map((line) => TraceLine.parse(line));
}

/** The calls that the agent's trace below a HOME tells of. */
export async function openModelUses(home: string): Promise<ToolUse[]> {
  const lines = await traceIn(join(home, "agent"));
  const results = new Map(
    lines.flatMap(({ kind, callId = "", text = "" }) => (kind === "result" ? [[callId, text]] : [])),
  );
  return lines
    .flatMap(({ calls = [] }) => calls)
    .map(({ id, name, args }) => ({ tool: name, input: JSON.stringify(args ?? {}), output: results.get(id) ?? "" }));
}
