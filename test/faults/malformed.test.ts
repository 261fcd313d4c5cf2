import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutMessage } from "../../src/faults/cut.ts";
import { MALFORMED_MODES, type MalformedMode } from "../../src/faults/fault.ts";
import { leaksIn } from "../../src/faults/leaks.ts";
import { corrupt } from "../../src/faults/malformed.ts";
import { rpcMessage } from "./support.ts";

const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function broken(message: string, mode: MalformedMode, place = 0.5): string {
  return corrupt(Buffer.from(message), { mode, at: place }).toString();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("a corrupted message, whatever it was", () => {
  test("truncate and cut leave a beginning that is no JSON", () => {
    fc.assert(
      fc.property(rpcMessage, at, (message, place) => {
        const bytes = Buffer.from(message);
        const rest = cutMessage(bytes, place);
        expect(bytes.subarray(0, rest.length)).toEqual(rest);
        expect(rest.toString().trim()).not.toBe("");
        expect(isJson(rest.toString())).toBe(false);
        const truncated = corrupt(bytes, { mode: "truncate", at: place });
        expect(truncated.toString().trimEnd()).toBe(rest.toString().trimEnd());
        expect(isJson(truncated.toString())).toBe(false);
      }),
    );
  });

  test("of a message with nothing in it nothing is left", () => {
    for (const text of ["", " ", "7", "7\n"]) expect(cutMessage(Buffer.from(text), 0.9).toString()).toBe("");
  });

  test("not_json is no JSON, and one line", () => {
    fc.assert(
      fc.property(rpcMessage, at, (message, place) => {
        const text = broken(message, "not_json", place);
        expect(isJson(text)).toBe(false);
        expect(text.trim()).not.toBe("");
      }),
    );
    expect(broken('{"jsonrpc":"2.0","id":1,"result":{}}\n', "not_json", 0.1)).toMatch(/^<html>.*<\/html>\n$/);
    expect(broken('{"jsonrpc":"2.0","id":1,"result":{}}\n', "not_json", 0.9)).toBe(
      "{'jsonrpc':'2.0','id':1,'result':{}}\n",
    );
  });

  test("missing_result has neither result nor error, a request no method; all else is there, in order", () => {
    fc.assert(
      fc.property(rpcMessage, (message) => {
        const { result, error, ...rest } = JSON.parse(message);
        if (result === undefined && error === undefined) delete rest.method;
        const got = JSON.parse(broken(message, "missing_result"));
        expect(got).toEqual(rest);
        expect(Object.keys(got)).toEqual(Object.keys(rest));
      }),
    );
  });

  test("wrong_id has another id, and is else the same", () => {
    fc.assert(
      fc.property(rpcMessage, (message) => {
        const { id, ...rest } = JSON.parse(message);
        const { id: other, ...got } = JSON.parse(broken(message, "wrong_id"));
        expect(got).toEqual(rest);
        expect(other).toBeDefined();
        expect(other).not.toEqual(id);
      }),
    );
    expect(JSON.parse(broken('{"id":7,"result":{}}', "wrong_id")).id).toBe(1_000_007);
    expect(JSON.parse(broken('{"id":"a\\"b","result":{}}', "wrong_id")).id).toBe('a"b-1000000');
  });

  test("wrong_type has a result, error or params of another type, and is else the same", () => {
    fc.assert(
      fc.property(rpcMessage, (message) => {
        const was = JSON.parse(message);
        const got = JSON.parse(broken(message, "wrong_type"));
        const names = "result" in was || "error" in was ? ["result", "error"] : ["params", "method"];
        for (const [name, value] of Object.entries(was)) {
          if (!names.includes(name)) expect(got[name]).toEqual(value);
          else if (typeof value === "string") expect(got[name]).toEqual([value]);
          else expect(JSON.parse(got[name])).toEqual(value);
        }
        expect(Object.keys(got)).toEqual(Object.keys(was));
      }),
    );
  });

  test.each(MALFORMED_MODES)("%s keeps the line end, and gives nothing away", (mode) => {
    for (const place of [0, 0.3, 0.7, 0.999]) {
      const text = broken(
        '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"12"}]}}\r\n',
        mode,
        place,
      );
      expect(text).toMatch(/^[^\r\n]+\r\n$/);
      expect(leaksIn(text)).toEqual([]);
    }
  });

  test("numbers, white space and key order that JSON.parse would lose are left alone", () => {
    const message = '{ "id" : 1,\t"result":{"b":12345678901234567890,"1":1.0,"__proto__":2}, "x":1e400}';
    expect(broken(message, "wrong_id")).toBe(message.replace(": 1,", ": 1000001,"));
    expect(broken(message, "missing_result")).toBe('{"id" : 1,"x":1e400}');
    const invalid = Buffer.from([...Buffer.from('{"id":1,"result":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    expect(corrupt(invalid, { mode: "wrong_id", at: 0 }).subarray(13)).toEqual(invalid.subarray(7));
  });

  test("a message of a megabyte is broken as well", () => {
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: 'a\\"'.repeat(250_000) } });
    for (const mode of MALFORMED_MODES) expect(broken(message, mode) === message).toBe(false);
  });
});
