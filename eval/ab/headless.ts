import * as z from "zod";
import { type ProcessResult, run } from "../../src/kernel/process.ts";
import { installClient } from "../claude-client.ts";
import type { ModelAddress } from "./gateway.ts";
import type { AgentRecord } from "./result.ts";
import type { Session } from "./session.ts";

/** What the client itself tells of a session. */
type Headless = Pick<AgentRecord, "cost" | "seconds" | "finalMessage" | "ended" | "problem">;

/** What it prints at the end. */
const Printed = z.looseObject({
  is_error: z.boolean(),
  subtype: z.string(),
  result: z.string().default(""),
  total_cost_usd: z.number().min(0).optional(),
});

const TOOLS = "Bash,Read,Edit,Write,Grep,Glob";

/**
 * Runs the prompt of a session through the real Claude Code client, kept in as the session says, with a model behind it.
 *
 * @param args further arguments, such as `--model`
 */
export async function runHeadless(
  session: Session,
  model: ModelAddress,
  args: readonly string[] = [],
): Promise<Headless> {
  const binary = await installClient();
  const inside = await session.confine(model);
  const started = performance.now();
  const limits = ["--allowedTools", TOOLS, "--max-turns", String(session.limits.turns)];
  const [program = binary, ...rest] = [...inside.launcher, binary];
  try {
    const ended = await run({
      argv: [program, ...rest, "-p", session.prompt, "--output-format", "json", ...limits, ...args],
      cwd: session.repo,
      env: {
        ...inside.env,
        ANTHROPIC_BASE_URL: inside.url,
        // The real one, if there is one, stays outside.
        ANTHROPIC_API_KEY: "kept-outside",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        // As root the client wants to hear that nothing here can be broken.
        IS_SANDBOX: "1",
      },
      deadline: session.limits.seconds * 1000,
      // The client first ends the hooks that it started, each in a process group of its own.
      killDelay: 5000,
      signal: session.signal,
    });
    return { ...toldBy(ended), seconds: (performance.now() - started) / 1000 };
  } finally {
    await inside.close();
  }
}

function toldBy(process: ProcessResult): Omit<Headless, "seconds"> {
  const printed = printedBy(process.stdout);
  const told = { cost: printed?.total_cost_usd ?? null, finalMessage: printed?.result ?? "" };
  if (process.ended === "deadline" || process.ended === "cancelled") return { ...told, ended: "overtime" };
  if (printed?.subtype === "error_max_turns") return { ...told, ended: "gave-up" };
  if (printed && !printed.is_error) return { ...told, ended: "finished" };
  const said = (process.stderr || process.stdout || process.reason || process.ended).trim().slice(-300);
  return { ...told, ended: "failed", problem: `the client: ${said}` };
}

function printedBy(stdout: string): z.infer<typeof Printed> | undefined {
  try {
    return Printed.parse(JSON.parse(stdout));
  } catch {
    return undefined;
  }
}
