import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutMessage } from "../../src/faults/cut.ts";
import { type Drift, MALFORMED_MODES } from "../../src/faults/fault.ts";
import { batchOf } from "../../src/faults/json-text.ts";
import { corrupt } from "../../src/faults/malformed.ts";
import { underIdOf } from "../../src/faults/reply-id.ts";
import { driftList, driftRequest, driftResult } from "../../src/faults/schema-drift.ts";
import { createHistory } from "../../src/faults/stale.ts";
import { targetOf } from "../../src/faults/target.ts";

const drift: Drift = { rule: "r", renameArgs: { a: "b" }, renameFields: { a: "b" }, notify: false, since: 1 };

/** All that faults do to messages. */
function meddle(message: Buffer): number {
  const history = createHistory(2);
  history.keep("tools/call", {}, message);
  return [
    ...MALFORMED_MODES.map((mode) => corrupt(message, { mode, at: 0.5 })),
    cutMessage(message, 0.9),
    driftResult(message, drift),
    driftList(message, () => drift),
    underIdOf(message, message),
    ...(batchOf(message) ?? []),
  ].length;
}

/** Pieces of which messages consist, put together in no order. */
const piece = fc.constantFrom(
  ...['{"id":1,', '"result":', '{"tools":[', '{"name":"a",', '"inputSchema":{', '"outputSchema":', '"properties":'],
  ...[
    '"structuredContent":',
    '"content":[',
    '{"text":"{\\"a\\":1}"}',
    '"params":{',
    '"arguments":{',
    '"a":',
    "}",
    "]",
    ",",
  ],
  ...["1", "nul", '"', "\\", "\n", "{", "[", '"isError":true', '"id":"'],
);

describe("a message, however broken,", () => {
  test("can be met by every fault", () => {
    const text = fc.oneof(
      fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (given) => {
        const message = Buffer.from(given);
        expect(meddle(message)).toBeGreaterThan(0);
        expect(Object.keys(driftRequest(message, drift))).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  test("or of bytes that are no text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const message = Buffer.concat([Buffer.from('{"id":1,"result":"'), bytes, Buffer.from('"}')]);
        expect(meddle(message)).toBeGreaterThan(0);
        expect(meddle(Buffer.from(bytes))).toBeGreaterThan(0);
      }),
    );
  });

  test("or nested without end", () => {
    const deep = (left: string, right: string, times = 50_000) => left.repeat(times) + right.repeat(times);
    const schema = deep('{"items":', "}").replace(":}", ":{}}");
    for (const text of [
      `{"id":1,"result":{"structuredContent":${deep("[", "]")},"content":${deep("[", "]")}}}`,
      `{"id":1,"result":{"tools":[{"name":"t","inputSchema":${schema},"outputSchema":${schema}}]}}`,
      deep("[", "]"),
      deep('{"a":', "}"),
    ]) {
      expect(meddle(Buffer.from(text))).toBeGreaterThan(0);
    }
    const params = { arguments: JSON.parse(deep("[", "]")) };
    const history = createHistory(2);
    history.keep("tools/call", params, Buffer.from('{"id":1,"result":{}}'));
    expect(history.earlier("tools/call", params)).toBe(0);
    expect(targetOf("tools/call", params)).toBe("");
  });
});
