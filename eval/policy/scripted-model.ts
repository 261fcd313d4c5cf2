import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { loadTokenCounter } from "../../src/kernel/tokens.ts";
import { contentOf, json, MessagesRequest, reply, type Turn, type Usage } from "./messages.ts";
import { countSession, type SessionTokens } from "./token-count.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

/** Decides what the model does, from all that it was told so far. The same conversation gets the same turn. */
export type Decide = (told: Transcript) => Turn;

/** A server on loopback that plays the model's part in one session. */
export interface ScriptedModel {
  url: string;
  /** Of every request of the session: the agent's own, and errands of the client such as a title. */
  usage: Usage[];
  /** The latest conversation of the agent's own loop. */
  told(): Transcript | undefined;
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startScriptedModel(decide: Decide): Promise<ScriptedModel> {
  const tokens = countSession(await loadTokenCounter());
  const usage: Usage[] = [];
  let told: Transcript | undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    readBody(request)
      .then((body) => {
        const parsed = answer(path, body, response, decide, { tokens, usage });
        if (parsed && isAgents(parsed)) told = readTranscript(parsed);
      })
      .catch((error: unknown) => {
        const message = String(error);
        json(response, 400, { type: "error", error: { type: "invalid_request_error", message } });
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, usage, told: () => told, close: () => close(server) };
}

interface Books {
  tokens: SessionTokens;
  usage: Usage[];
}

function answer(
  path: string,
  body: string,
  response: ServerResponse,
  decide: Decide,
  { tokens, usage }: Books,
): MessagesRequest | undefined {
  const route = path.split("?", 1)[0];
  if (route !== "/v1/messages") {
    if (route === "/v1/messages/count_tokens") json(response, 200, { input_tokens: 1000 });
    else if (route === "/" || route === "/api/hello") json(response, 200, { message: "hello" });
    else json(response, 404, { type: "error", error: { type: "not_found_error", message: `no ${path} here` } });
    return undefined;
  }
  const request = MessagesRequest.parse(JSON.parse(body));
  const told = readTranscript(request);
  const turn = isAgents(request) ? decide(told) : ERRAND;
  const counted = tokens.count(request, contentOf(turn, told.turns.length));
  usage.push(counted);
  reply(response, request, turn, told.turns.length, counted);
  return request;
}

/** What the client asks for beside the agent's loop is short: a title of the session, say. */
const ERRAND: Turn = { say: "Failing test", calls: [] };

/** Whether a request is of the agent's own loop: only that one offers the tool that changes files. */
function isAgents(request: MessagesRequest): boolean {
  return request.tools?.some((tool) => tool.name === "Bash") === true;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
