import type { ServerResponse } from "node:http";
import * as z from "zod";

/** A call of a tool that the model makes. */
export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
}

/** What the model answers to one request: words, and calls of tools; without calls it is the end. */
export interface Turn {
  say: string;
  calls: readonly ToolCall[];
}

/** What of a request was counted, in the terms of the Messages API. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
}

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().optional(),
  content: z.unknown().optional(),
  cache_control: z.unknown().optional(),
});

const Blocks = z.union([z.string(), z.array(Block)]);

/** The parts of a Messages API request that matter here; the rest is let through. */
export const MessagesRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  system: Blocks.optional(),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  messages: z.array(z.object({ role: z.string(), content: Blocks })),
});

export type MessagesRequest = z.infer<typeof MessagesRequest>;
export type Block = z.infer<typeof Block>;

/** The content of a message as blocks. */
export function blocksOf(content: unknown): Block[] {
  const parsed = Blocks.safeParse(content);
  if (!parsed.success) return [];
  return typeof parsed.data === "string" ? [{ type: "text", text: parsed.data }] : parsed.data;
}

/** The content of an answer. The ids of its calls say to which turn they belong, and in which order they stand. */
export function contentOf(turn: Turn, index: number): Record<string, unknown>[] {
  const calls = turn.calls.map((call, n) => ({ type: "tool_use", id: callId(index, n), ...call }));
  return [{ type: "text", text: turn.say }, ...calls];
}

/** The id of call `n` of turn `index`. */
export function callId(index: number, n: number): string {
  return `toolu_${index}_${n}`;
}

/** Answers a request with a turn, as a stream of events where the request asks for one. */
export function reply(response: ServerResponse, request: MessagesRequest, turn: Turn, index: number, usage: Usage) {
  const message = {
    id: `msg_${index}`,
    type: "message",
    role: "assistant",
    model: request.model,
    content: contentOf(turn, index),
    stop_reason: turn.calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage,
  };
  if (request.stream) stream(response, message);
  else json(response, 200, message);
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function stream(
  response: ServerResponse,
  message: { content: Record<string, unknown>[]; stop_reason: string; usage: Usage },
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (type: string, data: object) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send("message_start", {
    message: { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } },
  });
  for (const [index, block] of message.content.entries()) {
    const [start, delta] = split(block);
    send("content_block_start", { index, content_block: start });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  send("message_delta", {
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: { output_tokens: message.usage.output_tokens },
  });
  send("message_stop", {});
  response.end();
}

/** A block as the stream sends it: empty first, then what fills it. */
function split(block: Record<string, unknown>): [start: object, delta: object] {
  if (block["type"] === "text") {
    return [
      { ...block, text: "" },
      { type: "text_delta", text: block["text"] },
    ];
  }
  return [
    { ...block, input: {} },
    { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) },
  ];
}
