import { describe, expect, test } from "vitest";
import { errorReply } from "../../src/faults/error.ts";

const fault = { code: -32603, message: "Internal error" };

describe("the answer of a server that fails", () => {
  test("by the protocol: an error with its code, under the id of the request", () => {
    for (const id of [1, "a", null]) {
      expect(errorReply(id, { mode: "protocol", ...fault }, "tools/call")).toEqual({
        jsonrpc: "2.0",
        id,
        error: { code: -32603, message: "Internal error" },
      });
    }
  });

  test("in a tool: a result with isError", () => {
    expect(errorReply(1, { mode: "tool", ...fault }, "tools/call")).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { content: [{ type: "text", text: "Internal error" }], isError: true },
    });
  });

  test("in a tool of a server without sessions: a result that tells its type, as its protocol demands", () => {
    const params = { name: "get_site", _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };
    expect(errorReply(1, { mode: "tool", ...fault }, "tools/call", params)).toMatchObject({
      result: { resultType: "complete", isError: true },
    });
    for (const older of [{ name: "get_site", _meta: { progressToken: 1 } }, { name: "get_site" }, null]) {
      expect(errorReply(1, { mode: "tool", ...fault }, "tools/call", older)).not.toHaveProperty("result.resultType");
    }
  });

  test("of a method that is no tool call is always an error of the protocol", () => {
    expect(errorReply(1, { mode: "tool", ...fault }, "resources/read")).toHaveProperty("error");
  });
});
