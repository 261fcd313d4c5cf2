import fc from "fast-check";
import { expect, test } from "vitest";
import { readIncoming } from "../../src/client/incoming.ts";

test("a result, an error, a request and a notification are told apart", () => {
  expect(readIncoming('{"jsonrpc":"2.0","id":3,"result":{"a":1}}')).toEqual([
    { kind: "result", id: 3, result: { a: 1 } },
  ]);
  expect(readIncoming('{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"no","data":1}}')).toEqual([
    { kind: "error", id: 3, code: -32_603, message: "no" },
  ]);
  expect(readIncoming('{"jsonrpc":"2.0","id":"s1","method":"ping"}')).toEqual([
    { kind: "request", id: "s1", method: "ping" },
  ]);
  expect(readIncoming('{"jsonrpc":"2.0","method":"notifications/message","params":{}}')).toEqual([
    { kind: "notification", method: "notifications/message" },
  ]);
});

test("a batch gives its messages", () => {
  expect(readIncoming('[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"x"}]')).toMatchObject([
    { kind: "result", id: 1 },
    { kind: "notification" },
  ]);
});

test.each([
  ['{"jsonrpc":"2.0","id":7,"result":{"a"', 7, "is no JSON"],
  ['{"result":{"a":1},"jsonrpc":"2.0","id":7', undefined, "is no JSON"],
  ['{"result":{"structuredContent":{"id":7,"a"', undefined, "is no JSON"],
  ["<html>502</html>", undefined, "is no JSON"],
  ['"text"', undefined, "is no JSON-RPC message"],
  ['{"jsonrpc":"2.0","id":7}', 7, "has neither result nor error"],
  ['{"jsonrpc":"2.0","id":7,"result":"{}"}', 7, "has a result of the wrong type"],
  ['{"jsonrpc":"2.0","id":7,"error":"no"}', 7, "has a broken error"],
  ['{"jsonrpc":"2.0","id":"7","result":{}}', undefined, "has no valid id"],
])("%s is broken", (line, id, why) => {
  expect(readIncoming(line)).toEqual([{ kind: "broken", id, why }]);
});

test("whatever comes, it is read as something", () => {
  const lines = fc.oneof(fc.string(), fc.json(), fc.constantFrom("null", "[]", "[[]]", '{"jsonrpc":"2.0","id":1.5}'));
  fc.assert(
    fc.property(lines, (line) => {
      for (const { kind } of readIncoming(line)) {
        expect(["result", "error", "request", "notification", "broken"]).toContain(kind);
      }
    }),
  );
});
