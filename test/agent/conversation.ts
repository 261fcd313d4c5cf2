import type { Provider, ToolSpec, Turn, TurnRequest } from "../../src/agent/provider.ts";

export const TOOLS: ToolSpec[] = [
  {
    name: "get_device",
    description: "One device",
    inputSchema: {
      type: "object",
      properties: { device_id: { type: "string", description: "Id of the device" } },
      required: ["device_id"],
      additionalProperties: false,
    },
  },
];

/** Asks for a first turn. */
export function begin(
  provider: Provider,
  more: Pick<TurnRequest, "signal" | "maxTokens" | "watch" | "lost"> = {},
): Promise<Turn> {
  return provider.next({
    system: "Use the tools.",
    messages: [{ role: "user", text: "How are they?" }],
    tools: TOOLS,
    mustCall: true,
    ...more,
  });
}

/** Asks for the turn after `turn`, with a result for each of its calls, of which the last one failed. */
export function goOn(provider: Provider, turn: Turn): Promise<Turn> {
  return provider.next({
    system: "Use the tools.",
    messages: [
      { role: "user", text: "How are they?" },
      { role: "assistant", text: turn.text, calls: turn.calls, opaque: turn.opaque },
      ...turn.calls.map(({ id, name }, at) => ({
        role: "tool" as const,
        callId: id,
        name,
        text: `result ${at + 1}`,
        isError: at === turn.calls.length - 1,
      })),
    ],
    tools: TOOLS,
  });
}
