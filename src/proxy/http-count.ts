import type { IncomingMessage } from "node:http";
import { isPacked } from "./http-body.ts";
import { hear, isRequest, mayCall } from "./http-messages.ts";
import { EventSplitter, messageIn } from "./sse.ts";

/** Counts the requests in a stream of events that is relayed unread. */
export function countRequests(stream: IncomingMessage, count: () => void): void {
  if (isPacked(stream.headers)) return;
  const splitter = new EventSplitter();
  stream.on("data", (piece: Buffer) => {
    for (const { bytes, part } of splitter.push(piece)) {
      const message = !part && mayCall(bytes) ? hear(Buffer.from(messageIn(bytes) ?? "")) : undefined;
      if (message && isRequest(message)) count();
    }
  });
}
