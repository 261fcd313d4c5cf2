/** A server for the conformance suite, of both eras, whose streams can be resumed. Only over HTTP. */
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";
import { serveBothEras } from "./both-eras.ts";
import { makeConformanceServer } from "./conformance-tools.ts";

/** Keeps what was sent in a session, in order. */
function eventStore(): EventStore {
  const sent: { stream: string; message: JSONRPCMessage }[] = [];
  return {
    storeEvent: async (stream, message) => String(sent.push({ stream, message }) - 1),
    getStreamIdForEventId: async (id) => sent[Number(id)]?.stream,
    async replayEventsAfter(id, { send }) {
      const stream = sent[Number(id)]?.stream ?? "";
      for (const [number, event] of sent.entries()) {
        if (number > Number(id) && event.stream === stream) await send(String(number), event.message);
      }
      return stream;
    },
  };
}

serveBothEras(makeConformanceServer, eventStore);
