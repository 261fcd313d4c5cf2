import * as z from "zod";
import { installClient, runClient } from "../claude-client.ts";
import type { DebuggingAgent } from "./agent.ts";
import { readClaudeSession } from "./claude-transcript.ts";
import type { AgentRecord } from "./result.ts";
import type { Session } from "./session.ts";
import { countTools } from "./tool-counts.ts";

/** What the client prints at the end. */
const Printed = z.looseObject({
  is_error: z.boolean(),
  subtype: z.string(),
  result: z.string().default(""),
  total_cost_usd: z.number().min(0).optional(),
});

const TOOLS = "Bash,Read,Edit,Write,Grep,Glob";

/**
 * Claude Code, headless, with a real model. The key stays outside of the session.
 *
 * @param api where the model is, such as "https://api.anthropic.com"
 */
export function claudeAgent(model: string, api: string, key: string): DebuggingAgent {
  return { name: `claude:${model}`, simulated: false, run: (session) => debug(session, model, api, key) };
}

async function debug(session: Session, model: string, api: string, key: string): Promise<AgentRecord> {
  const started = performance.now();
  const inside = await session.confine({ url: api, headers: { "x-api-key": key } });
  try {
    const ended = await runClient({
      binary: await installClient(),
      launcher: inside.launcher,
      prompt: session.prompt,
      args: ["--model", model, "--allowedTools", TOOLS, "--max-turns", String(session.limits.turns)],
      cwd: session.repo,
      env: {
        ...inside.env,
        ANTHROPIC_BASE_URL: inside.url,
        ANTHROPIC_API_KEY: "kept-outside",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        // As root the client wants to hear that nothing here can be broken.
        IS_SANDBOX: "1",
      },
      deadline: session.limits.seconds * 1000,
      signal: session.signal,
    });
    const { uses, turns, tokens, injectedBytes } = await readClaudeSession(session.home);
    const printed = printedBy(ended.stdout);
    const said = (ended.stderr || ended.stdout || ended.reason || ended.ended).trim().slice(-300);
    return {
      tokens: { ...tokens, counter: "the server, as the client recorded it" },
      turns,
      cost: printed?.total_cost_usd ?? null,
      seconds: (performance.now() - started) / 1000,
      injectedBytes,
      toolCalls: countTools(uses),
      finalMessage: printed?.result ?? "",
      ...outcome(ended.ended, printed, said),
    };
  } finally {
    await inside.close();
  }
}

function outcome(
  ended: string,
  printed: z.infer<typeof Printed> | undefined,
  said: string,
): Pick<AgentRecord, "ended" | "problem"> {
  if (ended === "deadline" || ended === "cancelled") return { ended: "overtime" };
  if (printed?.subtype === "error_max_turns") return { ended: "gave-up" };
  return !printed || printed.is_error ? { ended: "failed", problem: `the client: ${said}` } : { ended: "finished" };
}

function printedBy(stdout: string): z.infer<typeof Printed> | undefined {
  try {
    return Printed.parse(JSON.parse(stdout));
  } catch {
    return undefined;
  }
}
