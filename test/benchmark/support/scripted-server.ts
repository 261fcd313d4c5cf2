import type { Dial } from "../../../src/client/link.ts";

/** A request or notification of the client. */
export interface Sent {
  id?: number;
  method: string;
  params?: { name?: string; arguments?: Record<string, unknown>; [key: string]: unknown };
}

/** What a test's server can do with a request. */
export interface Reply {
  /** Sends a line as it is. */
  raw(line: string): void;
  /** Answers with a result. */
  result(result: unknown): void;
  /** Answers a tool call. */
  output(structuredContent: Record<string, unknown>): void;
  error(code: number, message: string): void;
  /** The connection breaks. */
  hangUp(): void;
}

export interface ScriptedServer {
  dial: Dial;
  /** All that was sent, over all connections. */
  sent: Sent[];
  /** Number of connections so far. */
  readonly dials: number;
  /** Sends a line on the newest connection. */
  say(line: string): void;
  /** The newest connection stays open and gives nothing any more. */
  mute(): void;
}

const looking = { annotations: { readOnlyHint: true } };

/** Tools of a small server: one that reads, one that writes. */
export const TOOLS = [
  {
    name: "look",
    description: "Looks",
    ...looking,
    inputSchema: { type: "object", properties: { site_id: { type: "string", description: "Id of the site" } } },
    outputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: "Name" },
        as_of: { type: "integer", description: "Revision" },
      },
      required: ["name", "as_of"],
    },
  },
  {
    name: "book",
    description: "Books",
    inputSchema: {
      type: "object",
      properties: { site_id: { type: "string", description: "Id of the site" }, idempotency_key: { type: "string" } },
    },
  },
  { name: "mail", description: "Mails", inputSchema: { type: "object", properties: { to: { type: "string" } } } },
];

/**
 * A server for the client's tests that does with each tool call what the script says; the rest it answers as it must.
 *
 * @param onCall told the number of the call, from 1
 * @param tools the list as it is now
 */
export function scriptedServer(
  onCall: (call: Sent, reply: Reply, number: number) => void,
  tools: () => readonly unknown[] = () => TOOLS,
): ScriptedServer {
  const sent: Sent[] = [];
  let [dials, calls] = [0, 0];
  let say = (_line: string): void => undefined;
  let mute = (): void => undefined;
  const dial: Dial = async (listener) => {
    dials += 1;
    let [open, muted] = [true, false];
    const raw = (line: string) => {
      if (open && !muted) listener.message(line);
    };
    say = raw;
    mute = () => {
      muted = true;
    };
    const hangUp = () => {
      open = false;
      listener.closed("the connection was reset");
    };
    const send = (text: string) => {
      if (!open) return;
      const message: Sent = JSON.parse(text);
      sent.push(message);
      const answer = (fields: object) => raw(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...fields }));
      const result = (value: unknown) => answer({ result: value });
      const output = (structuredContent: Record<string, unknown>) => result({ content: [], structuredContent });
      const error = (code: number, text: string) => answer({ error: { code, message: text } });
      if (message.method === "initialize" || message.method === "ping") result({});
      if (message.method === "tools/list") result({ tools: tools() });
      if (message.method === "tools/call") {
        calls += 1;
        onCall(message, { raw, result, output, error, hangUp }, calls);
      }
    };
    const close = async () => {
      open = false;
    };
    return { send, close };
  };
  return {
    dial,
    sent,
    get dials() {
      return dials;
    },
    say: (line) => say(line),
    mute: () => mute(),
  };
}
