import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  batchOf,
  edited,
  elementsOf,
  endOfText,
  membersOf,
  skipSpace,
  toBatch,
  valueAt,
} from "../../src/faults/json-text.ts";

const value = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
const spaced = (json: unknown) => JSON.stringify(json, null, "\t ");

function at(text: Buffer, start: number, end: number): unknown {
  return JSON.parse(text.toString("utf8", start, end));
}

describe("places in the text of JSON", () => {
  test("members and elements are those that JSON.parse finds, for any value", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), value), fc.array(value), (object, array) => {
        const text = Buffer.from(spaced(object));
        const members = membersOf(text, 0) ?? [];
        const read = new Map(members.map(({ key, start, end }) => [key, at(text, start, end)]));
        expect(read).toEqual(new Map(Object.entries(JSON.parse(text.toString()))));
        for (const { key, keyStart, keyEnd } of members) expect(at(text, keyStart, keyEnd)).toBe(key);
        const list = Buffer.from(spaced(array));
        expect(elementsOf(list, 0)?.map(({ start, end }) => at(list, start, end))).toEqual(JSON.parse(list.toString()));
      }),
    );
  });

  test("of keys that come twice the last counts, as for JSON.parse", () => {
    const text = Buffer.from('{"a":{"b":1},"a":{"b":2, "\\u0062":3}}');
    const found = valueAt(text, 0, "a", "b");
    expect(found && at(text, found.start, found.end)).toBe(JSON.parse(text.toString()).a.b);
    expect(valueAt(text, 0, "a", "c")).toBeUndefined();
    expect(valueAt(text, 0, "c", "a")).toBeUndefined();
  });

  test("no text makes them run away or throw", () => {
    const piece = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "1", "true", " ", "\n", "a", "é");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("")),
        (text) => {
          const bytes = Buffer.from(text);
          for (const places of [membersOf(bytes, 0), elementsOf(bytes, 0)]) {
            for (const { start, end } of places ?? []) expect(start < end && end <= bytes.length).toBe(true);
          }
          let whole = false;
          try {
            whole = Array.isArray(JSON.parse(text));
          } catch {
            whole = false;
          }
          if (whole) expect(batchOf(bytes)?.map((message) => JSON.parse(message.toString()))).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("edits leave all else as it was", () => {
    const text = Buffer.from("abcdef");
    const edits = [
      { start: 4, end: 6, text: "ü" },
      { start: 0, end: 0, text: ">" },
      { start: 1, end: 2, text: "" },
    ];
    expect(edited(text, edits).toString()).toBe(">acdü");
    expect(edited(text, [])).toEqual(text);
  });

  test("white space around a text", () => {
    const text = Buffer.from(" \r\n\t{ } \r\n");
    expect([skipSpace(text, 0), endOfText(text)]).toEqual([4, 7]);
    expect([skipSpace(Buffer.from("  "), 0), endOfText(Buffer.from("  "))]).toEqual([2, 0]);
  });
});

describe("a batch", () => {
  test("is taken apart into the bytes of its messages, and put together again", () => {
    const text = ' [ {"id":1} ,\n{"id":12345678901234567890}, 7 ]\n';
    const parts = batchOf(Buffer.from(text));
    expect(parts?.map(String)).toEqual(['{"id":1}', '{"id":12345678901234567890}', "7"]);
    expect(toBatch(parts ?? []).toString()).toBe('[{"id":1},{"id":12345678901234567890},7]');
    expect(batchOf(Buffer.from("[]"))).toEqual([]);
    for (const other of ['{"id":1}', "", "[", "[1", "7"]) expect(batchOf(Buffer.from(other))).toBeUndefined();
  });
});
