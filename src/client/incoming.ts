import { z } from "zod";

/** An answer to a request, or what came in place of one. */
export type Answer =
  | { kind: "result"; id: number; result: Record<string, unknown> }
  | { kind: "error"; id: number; code: number; message: string }
  /** No message of the protocol; `id` where one can be made out. */
  | { kind: "broken"; id: number | undefined; why: string };

/** What a line from the server is. */
export type Incoming =
  | Answer
  | { kind: "request"; id: string | number; method: string }
  | { kind: "notification"; method: string };

const Id = z.number().int();
const Result = z.object({ jsonrpc: z.literal("2.0"), id: Id, result: z.record(z.string(), z.unknown()) });
const RpcError = z.object({
  jsonrpc: z.literal("2.0"),
  id: Id,
  error: z.object({ code: z.number(), message: z.string() }),
});
const Request = z.object({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.number()]), method: z.string() });
const Notification = z.object({ jsonrpc: z.literal("2.0"), id: z.undefined().optional(), method: z.string() });

/** Where a message that is cut off or garbled still says whose answer it was. */
const BEGINNING = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/;

/** Reads one line; a batch gives several messages. */
export function readIncoming(line: string): Incoming[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    const id = BEGINNING.exec(line)?.[1];
    return [{ kind: "broken", id: id === undefined ? undefined : Number(id), why: "is no JSON" }];
  }
  return Array.isArray(value) ? value.map(readMessage) : [readMessage(value)];
}

function readMessage(value: unknown): Incoming {
  const request = Request.safeParse(value);
  if (request.success) return { kind: "request", id: request.data.id, method: request.data.method };
  const notification = Notification.safeParse(value);
  if (notification.success) return { kind: "notification", method: notification.data.method };
  const result = Result.safeParse(value);
  if (result.success) return { kind: "result", id: result.data.id, result: result.data.result };
  const error = RpcError.safeParse(value);
  if (error.success) return { kind: "error", id: error.data.id, ...error.data.error };
  return { kind: "broken", ...brokenMessage(value) };
}

function brokenMessage(value: unknown): { id: number | undefined; why: string } {
  if (typeof value !== "object" || value === null) return { id: undefined, why: "is no JSON-RPC message" };
  const id = "id" in value && typeof value.id === "number" ? value.id : undefined;
  if ("result" in value) return { id, why: id === undefined ? "has no valid id" : "has a result of the wrong type" };
  if ("error" in value) return { id, why: "has a broken error" };
  return { id, why: "has neither result nor error" };
}
