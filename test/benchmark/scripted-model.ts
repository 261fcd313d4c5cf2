import type { Message, Provider, ToolCall, Turn, TurnRequest } from "../../src/agent/provider.ts";

type Call = [name: string, args: Record<string, unknown> | undefined];

/** What a scripted model writes: calls of tools, a text, or a turn that ended in some way. */
export type Written = Call[] | string | Partial<Turn>;

export interface ScriptedModel extends Provider {
  /** Every request, with the conversation as it was then. */
  asked: TurnRequest[];
}

/** A model that writes turn `n` by the `n`th entry; the last entry goes on for ever. */
export function scriptedModel(...script: (Written | ((results: unknown[]) => Written))[]): ScriptedModel {
  const asked: TurnRequest[] = [];
  return {
    name: "scripted",
    asked,
    next: async (request) => {
      asked.push({ ...request, messages: [...request.messages] });
      const entry = script[Math.min(asked.length, script.length) - 1] ?? "";
      return turn(typeof entry === "function" ? entry(resultsIn(request.messages)) : entry, asked.length);
    },
  };
}

function turn(written: Written, number: number): Turn {
  const usage = { input: 100, output: 10, cached: 0 };
  const nothing: Turn = { text: "", calls: [], stop: "end", usage };
  if (typeof written === "string") return { ...nothing, text: written };
  if (!Array.isArray(written)) return { ...nothing, ...written };
  const calls = written.map(
    ([name, args], at): ToolCall => ({ id: `${number}.${at + 1}`, name, args, raw: JSON.stringify(args) ?? "{oops" }),
  );
  return { ...nothing, calls, stop: "tools" };
}

/** The results since the model's last turn: what JSON they hold, or else their text. */
function resultsIn(messages: readonly Message[]): unknown[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1).map(({ text }) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  });
}

/** The texts that the model was told after its turn `number`, from 1. */
export function toldAfter(model: ScriptedModel, number: number): string[] {
  const messages = model.asked[number]?.messages ?? [];
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1).map(({ text }) => text);
}
