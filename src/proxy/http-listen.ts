import { z } from "zod";
import type { Heard } from "./http-messages.ts";

const Listen = z.object({ notifications: z.object({ toolsListChanged: z.literal(true) }) });

/**
 * How a client without a session is told that the tools are others, on the stream that it opens by one of these
 * messages; undefined where it opens none, or does not want to know (2026-07-28, subscriptions).
 */
export function subscriber(messages: readonly Heard[]): ((message: Buffer) => Buffer) | undefined {
  const listen = messages.find(
    ({ method, params }) => method === "subscriptions/listen" && Listen.safeParse(params).success,
  );
  return listen && ((message) => stamped(message, listen.id));
}

function stamped(message: Buffer, id: Heard["id"]): Buffer {
  const params = { _meta: { "io.modelcontextprotocol/subscriptionId": id } };
  return Buffer.from(JSON.stringify({ ...(JSON.parse(message.toString()) as object), params }));
}
