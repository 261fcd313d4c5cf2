import { z } from "zod";
import type { Fault } from "./fault.ts";
import { words } from "./fields.ts";
import type { FaultKindOf } from "./kind.ts";

/** JSON-RPC's code of an internal error. */
const INTERNAL_ERROR = -32603;

/** What servers say without further details: the protocol's own words, and what an HTTP library throws in a tool. */
const MESSAGES = { protocol: "Internal error", tool: "Request failed with status code 503" };

const options = {
  mode: words(["protocol", "tool"]).default("protocol"),
  code: z.int({ error: "wants a whole number, an error code of JSON-RPC" }).default(INTERNAL_ERROR),
  message: z.string({ error: "wants a text" }).min(1, "wants a text").optional(),
};

/** The proxy answers with an error; the server is never asked. */
export const error: FaultKindOf<"error"> = {
  kind: "error",
  options: z
    .object(options)
    .transform(({ mode, code, message }) => ({ kind: "error", mode, code, message: message ?? MESSAGES[mode] })),
  names: Object.keys(options),
  // Only the result of a tool can hold an error.
  draw: (effect, _, method) => (method === "tools/call" ? effect : { ...effect, mode: "protocol" }),
  fault: z.object({ kind: z.literal("error"), mode: options.mode, code: z.number(), message: z.string() }),
  write: ({ mode, code, message }) => (mode === "tool" ? { mode, message } : { mode, code, message }),
};

export type RequestId = string | number | null;

/** A response of JSON-RPC. */
export type JsonRpcResponse = { jsonrpc: "2.0"; id: RequestId } & (
  | { result: Record<string, unknown> }
  | { error: { code: number; message: string } }
);

/** In the `_meta` of each request of the protocol without sessions (2026-07-28), whose results must tell their type. */
const VERSION = "io.modelcontextprotocol/protocolVersion";
const Stateless = z.object({ _meta: z.object({ [VERSION]: z.string() }) });

/**
 * The response that a server which failed would have given; of a method that is no tool call an error of the protocol.
 *
 * @param params those of the request, which show whose version of the protocol the response must keep to
 */
export function errorReply(
  id: RequestId,
  fault: Omit<Extract<Fault, { kind: "error" }>, "kind">,
  method: string,
  params?: unknown,
): JsonRpcResponse {
  const { mode, code, message } = fault;
  if (mode === "tool" && method === "tools/call") {
    const type = Stateless.safeParse(params).success ? { resultType: "complete" } : {};
    return { jsonrpc: "2.0", id, result: { ...type, content: [{ type: "text", text: message }], isError: true } };
  }
  return { jsonrpc: "2.0", id, error: { code, message } };
}
