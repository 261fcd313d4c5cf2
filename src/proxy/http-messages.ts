import { z } from "zod";
import type { RequestId } from "../faults/error.ts";
import { batchOf } from "../faults/json-text.ts";

/** One JSON-RPC message, as far as a relay has to know it. */
export interface Heard {
  /** As it came. */
  bytes: Buffer;
  /** Undefined in a notification. */
  id: RequestId | undefined;
  /** Undefined in a response. */
  method: string | undefined;
  params: unknown;
}

export interface Request extends Heard {
  id: RequestId;
  method: string;
}

const METHOD = Buffer.from('"method"');

const Message = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
});

const Cancelled = z.object({ requestId: z.union([z.string(), z.number()]) });

/** Reads one message; undefined where it is none. */
export function hear(bytes: Buffer): Heard | undefined {
  const read = Message.safeParse(jsonIn(bytes));
  return read.success ? { bytes, id: read.data.id, method: read.data.method, params: read.data.params } : undefined;
}

/** Reads a message, or those of a batch; undefined where one of them is none. */
export function hearAll(bytes: Buffer): Heard[] | undefined {
  const messages = (batchOf(bytes) ?? [bytes]).map(hear);
  return messages.length > 0 && messages.every((message) => message !== undefined) ? messages : undefined;
}

export function isRequest(message: Heard): message is Request {
  return message.method !== undefined && message.id !== undefined;
}

/** Whether a text may hold a request or a notification, told without reading it. */
export function mayCall(text: Buffer): boolean {
  return text.includes(METHOD);
}

/** The request that a notification calls off; undefined where it does no such thing. */
export function calledOff({ method, params }: Heard): string | number | undefined {
  return method === "notifications/cancelled" ? Cancelled.safeParse(params).data?.requestId : undefined;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
