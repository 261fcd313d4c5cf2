import fc from "fast-check";
import { expect, test } from "vitest";
import { targetOf } from "../../src/faults/target.ts";

test.each([
  ["tools/call", { name: "get_site", uri: "x" }, "get_site"],
  ["prompts/get", { name: "triage" }, "triage"],
  ["resources/read", { uri: "file:///a" }, "file:///a"],
  ["resources/subscribe", { uri: "file:///a", name: "x" }, "file:///a"],
  ["completion/complete", { ref: { type: "ref/prompt", name: "triage" }, argument: {} }, "triage"],
  ["completion/complete", { ref: { type: "ref/resource", uri: "file:///{path}" } }, "file:///{path}"],
  ["tools/list", { name: "x" }, ""],
  ["sampling/createMessage", { name: "x" }, ""],
  ["tools/call", { name: 7 }, ""],
  ["tools/call", undefined, ""],
  ["tools/call", { name: "a", ref: "odd", uri: {} }, "a"],
])("%s %j is about '%s'", (method, params, target) => {
  expect(targetOf(method, params)).toBe(target);
});

test("anything may come as parameters", () => {
  fc.assert(fc.property(fc.string(), fc.jsonValue(), (method, params) => typeof targetOf(method, params) === "string"));
});
