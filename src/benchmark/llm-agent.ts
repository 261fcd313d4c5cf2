import { z } from "zod";
import type { Message, Provider, ToolCall, Turn } from "../agent/provider.ts";
import { CallFailure } from "../client/call-failure.ts";
import type { Client } from "../client/client.ts";
import { FaultlineError } from "../kernel/errors.ts";
import type { Ending } from "./judge.ts";
import { ModelCalls } from "./llm-calls.ts";
import { REPORT, SUBMIT, systemPrompt, toolsFor } from "./llm-prompt.ts";
import type { Assignment } from "./task.ts";

/** Names of the agents that a language model plays: as it is, and with advice on failures. */
export const LLM_AGENT_NAMES: readonly string[] = ["llm", "llm-hinted"];

/** After so many turns, or tokens of all turns together, the work is over. */
const MOST_TURNS = 40;
const MOST_TOKENS = 500_000;

const Submitted = z.object({ answer: z.unknown() });
const Reported = z.object({ reason: z.string() });

export interface LlmWork {
  /** A name of `LLM_AGENT_NAMES`. */
  agent: string;
  model: Provider;
  client: Client;
  assignment: Pick<Assignment, "prompt" | "answer">;
  /** Waits for the model; a simulated clock stands meanwhile. */
  during<T>(promise: Promise<T>): Promise<T>;
  signal?: AbortSignal;
}

/**
 * Lets a model do an assignment with the tools of the server.
 *
 * @returns its answer, or why it has none: what it reported, or that it ran out of turns or tokens
 * @throws FaultlineError `model-failed` where the model itself cannot be reached: that says nothing of the agent;
 * `bad-request` for an unknown agent
 */
export async function workWithModel(work: LlmWork): Promise<Ending> {
  const { agent, model, client, assignment, signal } = work;
  if (!LLM_AGENT_NAMES.includes(agent)) throw new FaultlineError("bad-request", `${agent} is no agent with a model`);
  const system = systemPrompt(agent === "llm-hinted");
  const messages: Message[] = [{ role: "user", text: assignment.prompt }];
  const calls = new ModelCalls(client);
  let tokens = 0;
  for (let turns = 0; turns < MOST_TURNS && tokens < MOST_TOKENS; turns += 1) {
    const tools = toolsFor(await currentTools(client), assignment.answer);
    const request = { system, messages, tools, mustCall: true, ...(signal ? { signal } : {}) };
    const turn = await work.during(model.next(request));
    tokens += turn.usage.input + turn.usage.output;
    if (turn.stop === "refusal") return { failure: "the model refused to go on" };
    const ending = await takeTurn(turn, messages, calls, assignment.answer);
    if (ending) return ending;
  }
  return { failure: tokens < MOST_TOKENS ? `no answer in ${MOST_TURNS} turns` : `no answer in ${MOST_TOKENS} tokens` };
}

/** Makes the calls of a turn in their order, until one of them ends the work. */
async function takeTurn(
  { text, calls: asked, stop, opaque }: Turn,
  messages: Message[],
  calls: ModelCalls,
  answer: z.ZodType,
): Promise<Ending | undefined> {
  messages.push({ role: "assistant", text, calls: asked, opaque });
  for (const call of asked) {
    const ending = stop === "length" ? undefined : endingOf(call, answer);
    if (ending && !("again" in ending)) return ending;
    messages.push({ role: "tool", callId: call.id, name: call.name, ...(await resultOf(call, stop, ending, calls)) });
  }
  if (asked.length === 0) messages.push({ role: "user", text: nudge(stop) });
  return undefined;
}

async function resultOf(
  call: ToolCall,
  stop: Turn["stop"],
  ending: { again: string } | undefined,
  calls: ModelCalls,
): Promise<{ text: string; isError: boolean }> {
  if (ending) return { text: ending.again, isError: true };
  // The last call lacks arguments perhaps, and a write with half of them must not go out.
  if (stop === "length") return { text: "Not done: your turn was too long and has been cut.", isError: true };
  return calls.make(call);
}

function endingOf({ name, args }: ToolCall, answer: z.ZodType): Ending | { again: string } | undefined {
  if (name === REPORT) {
    const { data, success } = Reported.safeParse(args);
    return success ? { failure: data.reason } : { again: "report_failure wants a reason." };
  }
  if (name !== SUBMIT) return undefined;
  const submitted = Submitted.safeParse(args);
  const read = answer.safeParse(submitted.data?.answer);
  if (read.success) return { answer: read.data };
  const problems = read.error.issues.map(({ path, message }) => `${["answer", ...path].join(".")}: ${message}`);
  return { again: `Not accepted: ${problems.slice(0, 5).join("; ")}.` };
}

function nudge(stop: Turn["stop"]): string {
  if (stop === "length") return "Your turn was too long and has been cut. Call one tool.";
  if (stop === "invalid") return "What you wrote was no valid call of a tool. Call one tool.";
  return "Go on with the tools. When you are done, call submit_answer; if it cannot be done, report_failure.";
}

/** The tools as clients know them: listed again only once the server has said that they changed. */
async function currentTools(client: Client): Promise<Client["tools"]> {
  if (!client.toolsChanged) return client.tools;
  try {
    return await client.listTools();
  } catch (error) {
    if (error instanceof CallFailure) return client.tools;
    throw error;
  }
}
