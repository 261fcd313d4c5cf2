import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asEvent, EventSplitter, messageIn, withMessage, withoutMessage } from "../../src/proxy/sse.ts";

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const line = fc.oneof(
  fc.string({ unit: "grapheme" }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, "")}`),
  fc.constantFrom("event: message", "id: 7", "retry: 10", ": ping", "data:", "data", "odd: line", "\uFEFFdata: x"),
);
/** A stream and the events that it is made of. */
const stream = fc
  .tuple(fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), lineEnd)
  .map(([events, end]) => events.map((lines) => `${lines.join(end)}${end}${end}`));

/** Cuts bytes at these places. */
function pieces(bytes: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length));
}

function split(parts: readonly Buffer[]): { events: string[]; rest: string } {
  const splitter = new EventSplitter();
  const events = parts.flatMap((part) => splitter.push(part)).map(({ bytes }) => String(bytes));
  return { events, rest: splitter.end().toString() };
}

describe("a stream of events is cut into single ones", () => {
  test("whatever its lines end with, in whatever pieces it comes", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat()), (events, places) => {
        const { events: got, rest } = split(pieces(Buffer.from(events.join("")), places));
        expect(rest.trim()).toBe("");
        // The second byte of a line end may come behind its event.
        expect(got.map((event) => event.trim()).filter((event) => event !== "")).toEqual(
          events.map((event) => event.trim()),
        );
      }),
    );
  });

  test("of any bytes none is lost, added or moved", () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some.map((byte) => byte % 64)));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat()), fc.nat(200), (any, places, longest) => {
        const splitter = new EventSplitter(longest);
        const cuts = pieces(any, places).flatMap((part) => splitter.push(part));
        expect(Buffer.concat([...cuts.map((cut) => cut.bytes), splitter.end()])).toEqual(any);
      }),
    );
  });

  test("one that is too long comes in parts, the next one whole again", () => {
    const splitter = new EventSplitter(8);
    const got = ["data: 1", "2345", "6", "7\n", "\ndata: 8\n\n"].flatMap((text) => splitter.push(Buffer.from(text)));
    expect(got.map(({ bytes, part }) => [String(bytes), part])).toEqual([
      ["data: 12345", "inner"],
      ["6", "inner"],
      ["7\n", "inner"],
      ["\n", "last"],
      ["data: 8\n\n", undefined],
    ]);
  });

  test("an event is given away with its last byte", () => {
    const splitter = new EventSplitter();
    expect(splitter.push(Buffer.from("data: 1\n"))).toEqual([]);
    expect(splitter.push(Buffer.from("\n")).map(({ bytes }) => String(bytes))).toEqual(["data: 1\n\n"]);
    expect(splitter.push(Buffer.from("data: 2\r\n\r")).map(({ bytes }) => String(bytes))).toEqual(["data: 2\r\n\r"]);
  });
});

describe("the message of an event", () => {
  test("can be taken out and put in again, in one line or several", () => {
    const message = fc.string({ unit: "grapheme" }).map((text) => `{${text.replaceAll(/\r\n?/g, "\n")}`);
    fc.assert(
      fc.property(message, (text) => {
        expect(messageIn(asEvent(Buffer.from(text)))).toBe(text.replace(/\n$/, ""));
      }),
    );
  });

  test("is put in place of the old one, other lines stay", () => {
    const event = Buffer.from(": note\r\nid: 7\r\ndata: a\r\ndata: b\r\nretry: 5\r\n\r\n");
    expect(messageIn(event)).toBe("a\nb");
    expect(withMessage(event, Buffer.from("c")).toString()).toBe(": note\r\nid: 7\r\ndata: c\r\nretry: 5\r\n\r\n");
  });

  test("taken away leaves how far the stream has come", () => {
    expect(withoutMessage(Buffer.from("event: message\nid: 7\ndata: a\n\n")).toString()).toBe(
      "event: message\nid: 7\n\n",
    );
    expect(withoutMessage(Buffer.from("event: message\ndata: a\n\n"))).toHaveLength(0);
  });

  test("is none in events of other kinds, in comments and in those without data", () => {
    for (const event of ["event: endpoint\ndata: /messages\n\n", ": ping\n\n", "id: 1\n\n"]) {
      expect(messageIn(Buffer.from(event))).toBeUndefined();
    }
  });
});
