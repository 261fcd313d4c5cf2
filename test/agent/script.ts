import type { Message, Provider, ToolCall, Turn, TurnRequest } from "../../src/agent/provider.ts";

/** A turn of a scripted model, an error that it throws, or what it makes of what it was asked. */
export type Scripted = Partial<Turn> | Error | ((request: TurnRequest) => Partial<Turn> | Error);

/** A model that follows a script, and at its end says the last of it again. It remembers what it was asked. */
export function scripted(...script: Scripted[]): Provider & { asked: TurnRequest[] } {
  const asked: TurnRequest[] = [];
  return {
    name: "scripted",
    asked,
    next: async (request) => {
      const line = script[Math.min(asked.length, script.length - 1)] ?? {};
      asked.push({ ...request, messages: structuredClone(request.messages) as Message[] });
      const turn = typeof line === "function" ? line(request) : line;
      if (turn instanceof Error) throw turn;
      const calls = turn.calls ?? [];
      return {
        text: "",
        stop: calls.length > 0 ? "tools" : "end",
        usage: { input: 100, output: 10, cached: 40 },
        ...turn,
        calls,
      };
    },
  };
}

let count = 0;

/** A turn with one call. */
export function calling(name: string, args: Record<string, unknown> = {}): { calls: ToolCall[] } {
  count += 1;
  return { calls: [{ id: `call-${count}`, name, args, raw: JSON.stringify(args) }] };
}
