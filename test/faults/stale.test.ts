import { describe, expect, test } from "vitest";
import { createHistory } from "../../src/faults/stale.ts";

const params = { name: "get_site", arguments: { site_id: "ams-1", deep: { b: 1, a: [1, 2] } } };

function response(value: unknown, id: unknown = 1): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result: { structuredContent: { value } } }));
}

describe("earlier responses", () => {
  test("the previous one and the oldest of those that are kept", () => {
    const history = createHistory(3);
    for (const value of [1, 2, 3, 4]) history.keep("tools/call", params, response(value));
    const pick = (how: "previous" | "oldest", depth: number) =>
      history.pick("tools/call", params, { pick: how, history: depth })?.toString();
    expect(history.earlier("tools/call", params)).toBe(3);
    expect(pick("previous", 8)).toBe(response(4).toString());
    expect(pick("oldest", 8)).toBe(response(2).toString());
    expect(pick("oldest", 2)).toBe(response(3).toString());
    expect(pick("oldest", 1)).toBe(response(4).toString());
  });

  test("are those to the same request: method and parameters, in any order, but for _meta", () => {
    const history = createHistory(8);
    history.keep("tools/call", { ...params, _meta: { progressToken: 1 } }, response(1));
    const same = { arguments: { deep: { a: [1, 2], b: 1 }, site_id: "ams-1" }, name: "get_site", _meta: {} };
    const others = [
      { ...params, name: "get_device" },
      { ...params, arguments: { ...params.arguments, deep: { a: [2, 1], b: 1 } } },
      undefined,
    ];
    expect(history.earlier("tools/call", same)).toBe(1);
    expect(others.map((other) => history.earlier("tools/call", other))).toEqual([0, 0, 0]);
    expect(history.earlier("prompts/get", params)).toBe(0);
    expect(history.pick("prompts/get", params, { pick: "oldest", history: 8 })).toBeUndefined();
  });

  test("that tell of an error are not kept, nor any where none are wanted", () => {
    const history = createHistory(8);
    const wrong = [
      '{"id":1,"error":{"code":1,"message":"result"}}',
      '{"id":1,"result":{"isError": true,"content":[]}}',
      "7",
    ];
    for (const text of wrong) history.keep("tools/call", params, Buffer.from(text));
    expect(history.earlier("tools/call", params)).toBe(0);
    history.keep("tools/call", params, Buffer.from('{"id":1,"result":{"isError": false,"content":[]}}'));
    expect(history.earlier("tools/call", params)).toBe(1);
    const none = createHistory(0);
    none.keep("tools/call", params, response(1));
    expect(none.earlier("tools/call", params)).toBe(0);
  });

  test("are forgotten beyond a bound, those of the request that was answered longest ago first", () => {
    const large = response("x".repeat(2000));
    const history = createHistory(8, 3.5 * large.length);
    for (const name of ["a", "b", "c", "a", "d"]) history.keep("tools/call", { name }, large);
    expect(["a", "b", "c", "d"].map((name) => history.earlier("tools/call", { name }))).toEqual([2, 0, 0, 1]);
    for (const _ of Array(6)) history.keep("tools/call", { name: "d" }, large);
    expect(["a", "d"].map((name) => history.earlier("tools/call", { name }))).toEqual([0, 3]);
  });
});
