import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One call of a tool that the scripted model makes. */
export interface ScriptedCall {
  name: string;
  input: Record<string, unknown>;
}

/** What the model answers to one request: calls of tools that run in this order, or, without calls, the end. */
export interface Turn {
  say?: string;
  calls?: ScriptedCall[];
}

/** A request that the client sent, with its JSON body where it had one. */
export interface Captured {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: MessagesBody | undefined;
}

/** The parts of a Messages API request that the tests look at. */
export interface MessagesBody {
  model?: string;
  stream?: boolean;
  max_tokens?: number;
  tools?: { name: string }[];
  system?: string | ContentBlock[];
  messages?: { role: string; content: string | ContentBlock[] }[];
}

export interface ContentBlock {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  tool_use_id?: string;
  is_error?: boolean;
  content?: string | ContentBlock[];
}

/** A server on loopback that plays the model's part. */
export interface ScriptedModel {
  url: string;
  /** Every request on `url`, in order of arrival. */
  requests: Captured[];
  /** Every `host:port` or absolute address that a client asked this server to relay to, as a proxy. */
  strangers: string[];
  close(): Promise<void>;
}

/** A call of the Bash tool. */
export function bash(command: string, more: Record<string, unknown> = {}): ScriptedCall {
  return { name: "Bash", input: { command, description: "Run a command", ...more } };
}

/**
 * Starts a model that follows a script: turn `n` answers the request whose conversation holds the calls of the
 * first `n` turns, so a repeated request gets the same answer. After the last turn it only says that it is done.
 * The same port refuses, and remembers, whatever is sent to it as to a proxy.
 */
export async function startModel(script: readonly Turn[]): Promise<ScriptedModel> {
  const requests: Captured[] = [];
  const strangers: string[] = [];
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => answer({ request, response, body }, script, requests, strangers),
      () => response.destroy(),
    );
  });
  server.on("connect", (request, socket) => {
    strangers.push(String(request.url));
    // The client may hang up first.
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, strangers, close: () => close(server) };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
}

function answer(
  { request, response, body }: Exchange,
  script: readonly Turn[],
  requests: Captured[],
  strangers: string[],
): void {
  const path = request.url ?? "/";
  if (!path.startsWith("/")) {
    strangers.push(path);
    response.writeHead(403).end();
    return;
  }
  const parsed = parseBody(body);
  requests.push({ method: request.method ?? "", path, headers: request.headers, body: parsed });
  const route = path.split("?", 1)[0];
  if (route === "/v1/messages/count_tokens") {
    json(response, 200, { input_tokens: 1000 });
  } else if (route === "/v1/messages" && parsed) {
    const played = isAgentTurn(parsed) ? turnsPlayed(parsed) : undefined;
    // Any other request is a side errand of the client, such as a title for the session.
    reply(
      response,
      parsed,
      played === undefined ? { say: "Tests" } : (script[played] ?? { say: "Done." }),
      played ?? 0,
    );
  } else if (route === "/" || route === "/api/hello") {
    json(response, 200, { message: "hello" });
  } else {
    json(response, 404, { type: "error", error: { type: "not_found_error", message: `no ${path} here` } });
  }
}

/** Whether a request is of the agent's own loop: only that one offers the Bash tool. */
export function isAgentTurn(body: MessagesBody | undefined): boolean {
  return body?.tools?.some((tool) => tool.name === "Bash") === true;
}

function turnsPlayed(body: MessagesBody): number {
  const ids = (body.messages ?? []).flatMap(({ content }) =>
    typeof content === "string" ? [] : content.map((block) => (block.type === "tool_use" ? block.id : undefined)),
  );
  return Math.max(0, ...ids.map((id) => 1 + Number(/^toolu_(\d+)_/.exec(id ?? "")?.[1] ?? -1)));
}

function reply(response: ServerResponse, body: MessagesBody, turn: Turn, index: number): void {
  const content = [
    ...(turn.say === undefined ? [] : [{ type: "text", text: turn.say }]),
    ...(turn.calls ?? []).map((call, n) => ({ type: "tool_use", id: `toolu_${index}_${n}`, ...call })),
  ];
  const message = {
    id: `msg_${index}`,
    type: "message",
    role: "assistant",
    model: body.model ?? "scripted",
    content,
    stop_reason: turn.calls?.length ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
  if (body.stream) stream(response, message);
  else json(response, 200, message);
}

type Message = Record<string, unknown> & { content: Record<string, unknown>[]; stop_reason: string; usage: object };

function stream(response: ServerResponse, message: Message): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (type: string, data: object) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of message.content.entries()) {
    const [start, delta] = split(block);
    send("content_block_start", { index, content_block: start });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  send("message_delta", {
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: { output_tokens: 10 },
  });
  send("message_stop", {});
  response.end();
}

/** A block as the stream sends it: empty first, then what fills it. */
function split(block: Record<string, unknown>): [object, object] {
  if (block["type"] === "text")
    return [
      { ...block, text: "" },
      { type: "text_delta", text: block["text"] },
    ];
  return [
    { ...block, input: {} },
    { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) },
  ];
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parseBody(body: string): MessagesBody | undefined {
  try {
    return JSON.parse(body) as MessagesBody;
  } catch {
    return undefined;
  }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
