/** Answers in the forms in which the servers of the three kinds really send them, as streams of events. */

interface Call {
  id: string;
  type: string;
  function: { name: string; arguments: string };
}

export interface ChatMessage {
  content?: string;
  reasoning_content?: string;
  refusal?: string;
  tool_calls?: Call[];
}

/** The data of a stream's events, as they were before they were made a text. */
export function eventsIn(stream: string): unknown[] {
  return stream
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith("data: {") ? [JSON.parse(line.slice("data: ".length)) as unknown] : []));
}

/** About as much as a token is. */
function tokens(text: string): string[] {
  return text.match(/.{1,4}/gsu) ?? [];
}

/** The Messages API names each event. */
function named(events: ({ type: string } & Record<string, unknown>)[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

type Block = { type: string } & Record<string, unknown>;

export function anthropicMessage(content: Block[], stopReason: string): string {
  return named([
    {
      type: "message_start",
      message: {
        id: "msg_01XFDUDYJgAACzvnptvVoYEL",
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: 12,
          cache_creation_input_tokens: 30,
          cache_read_input_tokens: 100,
          output_tokens: 1,
          service_tier: "standard",
        },
      },
    },
    { type: "ping" },
    ...content.flatMap((block, index) => [
      { type: "content_block_start", index, content_block: begun(block) },
      ...deltas(block).map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 7 },
    },
    { type: "message_stop" },
  ]);
}

function begun(block: Block): Block {
  if (block.type === "text") return { ...block, text: "" };
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  return block.type === "tool_use" ? { ...block, input: {} } : block;
}

function deltas({ type, text, thinking, signature, input }: Block): Block[] {
  if (type === "text") return tokens(String(text)).map((text) => ({ type: "text_delta", text }));
  if (type === "thinking") {
    const thought = tokens(String(thinking)).map((thinking) => ({ type: "thinking_delta", thinking }));
    return [...thought, { type: "signature_delta", signature }];
  }
  if (type !== "tool_use") return [];
  return ["", ...tokens(JSON.stringify(input))].map((json) => ({ type: "input_json_delta", partial_json: json }));
}

export function anthropicError(type: string, message: string): object {
  return { type: "error", error: { type, message }, request_id: "req_011CSHoEeqs5C35K2UUqR7Fy" };
}

/** An error within a stream. */
export function anthropicErrorEvent(type: string, message: string): string {
  return named([{ type: "error", error: { type, message } }]);
}

/** The Gemini API ends lines as HTTP does, sends a call whole and tells of tokens with each event. */
export function geminiResponse(parts: object[], finishReason: string): string {
  const pieces = parts.flatMap((part) => {
    if (!("text" in part) || typeof part.text !== "string") return [part];
    const middle = Math.ceil(part.text.length / 2);
    return [part.text.slice(0, middle), part.text.slice(middle)]
      .filter((text) => text !== "")
      .map((text) => ({ ...part, text }));
  });
  const common = { modelVersion: "gemini-2.5-flash", responseId: "mAHGaK7zDY2hnsEPj4yN-AM" };
  const prompt = { promptTokenCount: 142, cachedContentTokenCount: 100 };
  return [
    ...pieces.map((part, at) => ({
      candidates: [{ content: { role: "model", parts: [part] }, index: 0 }],
      usageMetadata: { ...prompt, candidatesTokenCount: at + 1, totalTokenCount: 143 + at },
      ...common,
    })),
    {
      candidates: [{ content: { role: "model", parts: [{ text: "" }] }, finishReason, index: 0 }],
      usageMetadata: { ...prompt, candidatesTokenCount: 5, thoughtsTokenCount: 2, totalTokenCount: 149 },
      ...common,
    },
  ]
    .map(geminiEvent)
    .join("");
}

export function geminiEvent(event: unknown): string {
  return `data: ${JSON.stringify(event)}\r\n\r\n`;
}

export function geminiError(code: number, status: string, message: string, details: unknown[] = []): object {
  return { error: { code, message, status, details } };
}

const chat = {
  id: "chatcmpl-gu5Y1NCpIxZv1G95VhJiMV6v49vqEUpP",
  object: "chat.completion.chunk",
  created: 1796046709,
  model: "qwen2.5-coder",
};

/** The events of chat/completions up to the end of the turn. */
export function chatWords(message: ChatMessage): string {
  const { content = "", reasoning_content = "", refusal = "", tool_calls = [] } = message;
  return [
    { role: "assistant", content: null },
    ...tokens(reasoning_content).map((text) => ({ reasoning_content: text })),
    ...tokens(content).map((text) => ({ content: text })),
    ...tokens(refusal).map((text) => ({ refusal: text })),
    ...tool_calls.flatMap(({ function: { name, arguments: args }, ...call }, index) => [
      { tool_calls: [{ index, ...call, function: { name, arguments: "" } }] },
      ...tokens(args).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
    ]),
  ]
    .map((delta) => chatEvent({ ...chat, choices: [{ index: 0, finish_reason: null, delta }] }))
    .join("");
}

export function chatCompletion(message: ChatMessage, finishReason: string): string {
  const end = { ...chat, choices: [{ index: 0, finish_reason: finishReason, delta: {} }] };
  const usage = {
    prompt_tokens: 142,
    completion_tokens: 7,
    total_tokens: 149,
    prompt_tokens_details: { cached_tokens: 100 },
  };
  return `${chatWords(message)}${chatEvent(end)}${chatEvent({ ...chat, choices: [], usage })}data: [DONE]\n\n`;
}

export function chatEvent(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

export function toolCall(id: string, name: string, args: string): Call {
  return { id, type: "function", function: { name, arguments: args } };
}
