import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { errorReply } from "../../src/faults/error.ts";
import type { Drift } from "../../src/faults/fault.ts";
import { leaksIn } from "../../src/faults/leaks.ts";
import { driftList, driftRequest, driftResult, LIST_CHANGED } from "../../src/faults/schema-drift.ts";
import { rpcMessage } from "./support.ts";

const drift: Drift = {
  rule: "drift",
  renameArgs: { site_id: "site", größe: "size" },
  renameFields: { status: "condition", site_id: "site" },
  notify: true,
  since: 3,
};

function call(args: string): Buffer {
  return Buffer.from(
    `{"jsonrpc":"2.0", "id":1,"method":"tools/call","params":{"name":"get_site","arguments":${args},"_meta":{"site_id":1}}}\n`,
  );
}

function result(value: string): string {
  return driftResult(Buffer.from(value), drift).toString();
}

describe("a call of a tool that has drifted", () => {
  test("by an old name is refused as a server refuses it", () => {
    const answer = driftRequest(call('{"site_id":"ams-1"}'), drift);
    expect(answer).toEqual({
      refusal: "Invalid arguments for tool get_site: missing required argument 'site', unrecognized argument 'site_id'",
    });
    const refusal = "refusal" in answer ? answer.refusal : "";
    expect(leaksIn(refusal)).toEqual([]);
    expect(errorReply(1, { mode: "protocol", code: -32602, message: refusal }, "tools/call")).toMatchObject({
      error: { code: -32602 },
    });
  });

  test("by the new name reaches the server by the old one, all else untouched", () => {
    expect(driftRequest(call('{ "site" : "ams-1",\t"n":12345678901234567890, "größe2":"site"}'), drift)).toEqual({
      message: call('{ "site_id" : "ams-1",\t"n":12345678901234567890, "größe2":"site"}'),
    });
    expect(driftRequest(call('{"\\u0073ite":1,"size":2}'), drift)).toEqual({
      message: call('{"site_id":1,"größe":2}'),
    });
  });

  test("that has nothing to do with the new names goes on as it came", () => {
    for (const text of ["{}", '{"name":{"site_id":1}}', "[]", "null", '"site_id"']) {
      expect(driftRequest(call(text), drift)).toEqual({ message: call(text) });
    }
    for (const text of ['{"id":1,"method":"tools/call"}', "[1]", "", "{", '{"params":7}']) {
      expect(driftRequest(Buffer.from(text), drift)).toEqual({ message: Buffer.from(text) });
    }
  });

  test("new names lead back to old ones, for any arguments", () => {
    const args = fc.dictionary(fc.constantFrom("a", "b", "c", "x", "y"), fc.jsonValue());
    const renamed: Drift = { ...drift, renameArgs: { a: "x", b: "y" } };
    fc.assert(
      fc.property(args, (given) => {
        const answer = driftRequest(call(JSON.stringify(given)), renamed);
        if ("a" in given || "b" in given) {
          expect(answer).toHaveProperty("refusal");
          return;
        }
        const { x, y, ...rest } = given;
        const expected = { ...rest, ...("x" in given && { a: x }), ...("y" in given && { b: y }) };
        const sent = "message" in answer ? JSON.parse(answer.message.toString()).params.arguments : undefined;
        expect(sent).toEqual(expected);
      }),
    );
  });
});

describe("a result of a tool that has drifted", () => {
  test("has the new names at any depth of its structured content", () => {
    expect(
      result('{"id":1,"result":{"structuredContent":{"status":"up","all":[{"status":{"status":1}},[2]]}}}\n'),
    ).toBe('{"id":1,"result":{"structuredContent":{"condition":"up","all":[{"condition":{"condition":1}},[2]]}}}\n');
  });

  test("has them in the JSON of its text content as well, and not in other text", () => {
    const text = (inner: string) => JSON.stringify({ result: { content: [{ type: "text", text: inner }] } });
    expect(result(text('{"status": "up", "n": 12345678901234567890}'))).toBe(
      text('{"condition": "up", "n": 12345678901234567890}'),
    );
    expect(result(text('[{"status":1}]'))).toBe(text('[{"condition":1}]'));
    for (const other of ['the "status": up', '{"status"', "{status: 1}", ""])
      expect(result(text(other))).toBe(text(other));
  });

  test("keeps the protocol's own fields, values, errors and other messages", () => {
    const untouched = [
      '{"id":1,"result":{"status":1,"_meta":{"status":2},"content":[{"type":"status","status":1}]}}',
      '{"id":1,"result":{"structuredContent":{"a":"status","b":["site_id"]}}}',
      '{"id":1,"error":{"code":1,"message":"status","data":{"status":1}}}',
      '{"method":"notifications/progress","params":{"status":1}}',
    ];
    for (const text of untouched) expect(result(text)).toBe(text);
    expect(driftResult(Buffer.from(untouched[1] ?? ""), { ...drift, renameFields: {} }).toString()).toBe(untouched[1]);
  });

  test("has them however deep it is", () => {
    const deep = (name: string) =>
      `{"id":1,"result":{"structuredContent":${`{"a":[`.repeat(20_000)}{"${name}":"status"}${"]}".repeat(20_000)}}}`;
    expect(result(deep("status")) === deep("condition")).toBe(true);
  });

  test("reads as before once the names are put back, for any message", () => {
    const there: Drift = { ...drift, renameFields: { a: "zz", "": "yy" } };
    const back: Drift = { ...drift, renameFields: { zz: "a", yy: "" } };
    fc.assert(
      fc.property(rpcMessage, fc.jsonValue({ maxDepth: 4 }), (message, value) => {
        const content = [{ type: "text", text: JSON.stringify(value) }];
        const own = JSON.stringify({ id: 1, result: { structuredContent: { a: value, "": 2 }, content } });
        for (const text of [own, message]) {
          const bytes = Buffer.from(text);
          const renamed = driftResult(bytes, there);
          expect(driftResult(renamed, back).toString()).toBe(text);
        }
        expect(driftResult(Buffer.from(own), there).toString()).not.toBe(own);
      }),
    );
  });
});

describe("the list of tools", () => {
  const tool = (name: string, id: string, status: string) => ({
    name,
    description: "site_id stays in prose",
    inputSchema: {
      type: "object",
      properties: { [id]: { type: "string", description: "site_id" }, n: { properties: { site_id: {} } } },
      required: [id, "n"],
    },
    outputSchema: {
      type: "object",
      properties: {
        [status]: { enum: ["status"] },
        rows: { items: { properties: { [status]: {} }, required: [status] } },
      },
      required: [status],
      $defs: { x: { properties: { [status]: {} } } },
    },
  });
  const listing = (...tools: unknown[]) => JSON.stringify({ id: 4, result: { tools, nextCursor: "n" } });

  test("has the new names of arguments and of result fields, for tools that have drifted alone", () => {
    const before = Buffer.from(listing(tool("get_site", "site_id", "status"), tool("other", "site_id", "status")));
    const after = driftList(before, (name) => (name === "get_site" ? drift : undefined)).toString();
    expect(after).toBe(listing(tool("get_site", "site", "condition"), tool("other", "site_id", "status")));
    expect(driftList(before, () => undefined)).toEqual(before);
  });

  test("may lack schemas, or be none at all", () => {
    for (const text of [
      listing({ name: "a" }, {}, 7),
      listing(),
      '{"id":1,"error":{}}',
      "[]",
      '{"result":{"tools":3}}',
    ]) {
      expect(driftList(Buffer.from(text), () => drift).toString()).toBe(text);
    }
  });

  test("its change is told by a notification of the protocol", () => {
    expect(JSON.parse(LIST_CHANGED.toString())).toEqual({
      jsonrpc: "2.0",
      method: "notifications/tools/list_changed",
    });
  });
});
