import { Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/faults/engine.ts";
import { carry } from "../../src/proxy/carry.ts";
import { Feed } from "../../src/proxy/feed.ts";
import { readHead, responseId } from "../../src/proxy/head.ts";
import { Outlet } from "../../src/proxy/outlet.ts";
import { profileOf, rpcMessage } from "../faults/support.ts";
import { manualClock } from "./session.ts";

const bytes = (text: string) => Buffer.from(text);

/** Bytes of a message that is held; some of those here are longer. */
const LONGEST = 4000;

/** Messages and what is none: any JSON-RPC, batches, blank lines, CRLF, any bytes at all, a few long ones. */
const anyLine = fc
  .oneof(
    { weight: 6, arbitrary: rpcMessage.map((text) => bytes(text.replaceAll(/[\r\n]+/g, " "))) },
    {
      weight: 1,
      arbitrary: fc
        .array(rpcMessage, { maxLength: 3 })
        .map((batch) => bytes(`[${batch.map((text) => text.trim().replaceAll(/[\r\n]+/g, " ")).join(", ")}]`)),
    },
    { weight: 1, arbitrary: fc.constantFrom("", " ", "\t\r", "{", "[1,", '"', "null").map(bytes) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 60 }).map((raw) => Buffer.from(raw.filter((byte) => byte !== 10))),
    },
    {
      weight: 1,
      arbitrary: fc
        .nat(9000)
        .map((length) => bytes(`{"id":1,"result":{"text":"${"é".repeat(length)}"},"jsonrpc":"2.0"}`)),
    },
    {
      weight: 1,
      arbitrary: fc
        .nat(9000)
        .map((length) => bytes(`{"method":"resources/read","params":{"uri":"${"x".repeat(length)}"},"id":2}`)),
    },
  )
  .chain((text) => fc.constantFrom("\n", "\r\n").map((end) => Buffer.concat([text, bytes(end)])));

/** A stream, and the pieces in which it comes; its last line may lack its end. */
const anyStream = fc
  .record({
    lines: fc.array(anyLine, { maxLength: 12 }),
    cutEnd: fc.boolean(),
    sizes: fc.infiniteStream(fc.integer({ min: 1, max: 3000 })),
  })
  .map(({ lines, cutEnd, sizes }) => {
    const whole = Buffer.concat(lines);
    const stream = cutEnd ? whole.subarray(0, -1) : whole;
    const chunks: Buffer[] = [];
    for (let at = 0; at < stream.length; ) {
      const size = sizes.next().value ?? 1;
      chunks.push(stream.subarray(at, at + size));
      at += size;
    }
    return { stream, chunks };
  });

/** A stream that remembers what went into it. */
function memory(): { stream: Writable; written(): Buffer } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, written: () => Buffer.concat(chunks) };
}

describe("a stream in pieces", () => {
  test("comes out whole, and in whole messages where they are to be seen whole", () => {
    fc.assert(
      fc.property(anyStream, fc.infiniteStream(fc.boolean()), ({ stream, chunks }, passing) => {
        const out: Buffer[] = [];
        const messages: Buffer[] = [];
        const to = {
          message: (message: Buffer) => {
            out.push(message);
            messages.push(message);
          },
          passes: () => passing.next().value ?? false,
          isTooLong: () => undefined,
          part: (part: Buffer) => out.push(part),
        };
        const feed = new Feed(to, LONGEST);
        for (const chunk of chunks) feed.push(chunk);
        feed.end();
        expect(Buffer.concat(out).equals(stream)).toBe(true);
        for (const message of messages) {
          const end = message.indexOf(10);
          expect(end === message.length - 1 || (end === -1 && message === messages.at(-1))).toBe(true);
        }
      }),
    );
  });

  test("is held no further than the longest message, which then goes on as it comes", () => {
    let out = 0;
    let told = "";
    const to = {
      message: () => expect.unreachable(),
      passes: () => false,
      isTooLong: (head: Buffer) => {
        told += head.toString("latin1", 0, 5);
      },
      part: (part: Buffer) => {
        out += part.length;
      },
    };
    const feed = new Feed(to, LONGEST);
    for (let at = 0; at < 20; at += 1) {
      feed.push(bytes("{".repeat(1000)));
      expect(at * 1000 + 1000 - out).toBeLessThanOrEqual(LONGEST);
    }
    expect(told).toBe("{{{{{");
  });

  test("goes through a session untouched, in both directions, while faults are about something else", () => {
    const profile = profileOf(
      '[[faults]]\nkind = "error"\ntools = ["no such tool"]\n[[faults]]\nkind = "latency"\nmethods = ["none such"]',
    );
    fc.assert(
      fc.property(anyStream, anyStream, fc.infiniteStream(fc.boolean()), (up, down, order) => {
        const [client, server] = [memory(), memory()];
        const [toClient, toServer] = [new Outlet(client.stream), new Outlet(server.stream)];
        const wire = {
          clock: manualClock(),
          toClient: (message: Buffer) => toClient.send(message),
          toServer: (message: Buffer) => toServer.send(message),
          reset: () => expect.unreachable(),
        };
        const carrier = carry(createEngine(profile), wire, () => expect.unreachable());
        const { fromClient, fromServer, passesFromClient, passesFromServer } = carrier;
        const { tooLongFromClient, tooLongFromServer } = carrier;
        const onward = (outlet: Outlet) => (part: Buffer, last: boolean) => outlet.part(part, last);
        const ofClient = { message: fromClient, passes: passesFromClient, isTooLong: tooLongFromClient };
        const ofServer = { message: fromServer, passes: passesFromServer, isTooLong: tooLongFromServer };
        const feeds = [
          new Feed({ ...ofClient, part: onward(toServer) }, LONGEST),
          new Feed({ ...ofServer, part: onward(toClient) }, LONGEST),
        ] as const;
        const ways: [Buffer[], Buffer[]] = [[...up.chunks], [...down.chunks]];
        while (ways[0].length + ways[1].length > 0) {
          const side = (order.next().value ? ways[0].length > 0 : ways[1].length === 0) ? 0 : 1;
          const chunk = ways[side].shift();
          toClient.during(() => toServer.during(() => chunk && feeds[side].push(chunk)));
        }
        for (const feed of feeds) feed.end();
        expect(server.written().equals(up.stream)).toBe(true);
        expect(client.written().equals(down.stream)).toBe(true);
      }),
    );
  });

  test("nothing gets into the middle of a message that goes out in parts, nor behind one that never ended", () => {
    const { stream, written } = memory();
    const outlet = new Outlet(stream);
    outlet.part(bytes('{"a":'), false);
    outlet.send(bytes("{}\n"));
    outlet.part(bytes("1}\n"), true);
    outlet.part(bytes('{"b":'), false);
    outlet.send(bytes("[]\n"));
    outlet.part(bytes(""), true);
    expect(written().toString()).toBe('{"a":1}\n{}\n{"b":\n[]\n');
  });
});

describe("the head of a message", () => {
  test("tells what JSON.parse would, also where only the beginning is there", () => {
    fc.assert(
      fc.property(rpcMessage, fc.double({ min: 0, max: 1, noNaN: true }), (text, part) => {
        const message = JSON.parse(text);
        const kind = "method" in message ? "call" : "response";
        const expected = kind === "call" ? { kind, method: message.method } : { kind };
        expect(readHead(bytes(text))).toEqual(expected);
        const cut = readHead(bytes(text).subarray(0, Math.floor(part * Buffer.byteLength(text))));
        if (cut) expect(cut).toEqual(expected);
      }),
    );
  });

  test("does not take what stands in a text for a member", () => {
    for (const inner of ['"id":7}', ',"id":7}', '{"id":7}', '"method":"x"', '\\"id":7}']) {
      const text = JSON.stringify({ jsonrpc: "2.0", result: { text: inner }, id: 3, extra: inner });
      expect(readHead(bytes(text))).toEqual({ kind: "response" });
      expect(responseId(bytes(text))).toBe(3);
    }
  });

  test("ids are those that JSON.parse gives", () => {
    const long = fc.string({ unit: "binary", maxLength: 300 });
    const response = fc.oneof(
      rpcMessage.filter((text) => "result" in JSON.parse(text)),
      fc
        .record({ id: fc.oneof(fc.string(), fc.integer()), result: fc.dictionary(long, long) })
        .map((message) => JSON.stringify(message)),
      fc
        .record({ result: fc.dictionary(long, long), id: fc.oneof(fc.string(), fc.integer()) })
        .map((message) => JSON.stringify(message)),
    );
    fc.assert(
      fc.property(response, (text) => {
        expect(responseId(bytes(text))).toBe(JSON.parse(text).id);
      }),
    );
  });
});
