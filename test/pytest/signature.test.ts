import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/pytest/failure.ts";
import { failureSignature, normaliseMessage } from "../../src/pytest/signature.ts";
import { read } from "./brief.ts";

const FAILURE: Failure = {
  nodeId: "tests/test_a.py::test_x",
  phase: "call",
  exception: { type: "ValueError", message: "no <Cart at 0x7f00aa> in /tmp/pytest-of-me/pytest-3/x" },
  frames: [
    { path: "tests/test_a.py", line: 3, function: "test_x" },
    { path: "shop/cart.py", line: 10, function: "total" },
    { path: "/venv/lib/python3.11/site-packages/lib/x.py", line: 99, function: "inner" },
  ],
  chain: [],
  group: [],
  sections: [],
  incomplete: false,
};

describe("failureSignature", () => {
  it("stays when lines move, addresses change or another test meets the same failure", () => {
    const later: Failure = {
      ...FAILURE,
      nodeId: "tests/test_b.py::test_y",
      exception: { type: "builtins.ValueError", message: "no <Cart at 0x7fbb00> in /tmp/pytest-of-me/pytest-12/y" },
      frames: FAILURE.frames.map((frame) => ({ ...frame, line: frame.line + 7 })),
    };
    expect(failureSignature(later)).toBe(failureSignature(FAILURE));
  });

  it("names the type and the deepest place that is not installed", () => {
    expect(failureSignature(FAILURE)).toMatch(/^ValueError\|shop\/cart\.py:total\|[\da-f]{16}$/);
  });

  it("differs for another type, another function and another message", () => {
    const others: Failure[] = [
      { ...FAILURE, exception: { ...FAILURE.exception, type: "TypeError" } },
      { ...FAILURE, frames: [{ path: "shop/cart.py", line: 10, function: "load" }] },
      { ...FAILURE, exception: { ...FAILURE.exception, message: "no <Basket at 0x7f00aa>" } },
    ];
    expect(new Set([FAILURE, ...others].map(failureSignature)).size).toBe(4);
  });

  it("is that of the leaf for a group, and of the test where nothing else is known", () => {
    const leaf = {
      exception: { type: "KeyError", message: "'a'" },
      frames: [{ path: "a.py", line: 1, function: "f" }],
    };
    expect(failureSignature({ ...FAILURE, group: [leaf] })).toMatch(/^KeyError\|a\.py:f\|/);
    expect(failureSignature({ ...FAILURE, frames: [] })).toContain("|tests/test_a.py::test_x|");
  });

  it("is the same for the short and the long style, and for a run with other verbosity", () => {
    const of = (name: string) => read("py311-pytest8.3", name).failures.map(failureSignature).sort();
    expect(of("matrix-short-q")).toEqual(of("matrix-auto-q"));
    expect(of("matrix-short-v").slice(0, 3)).toEqual(of("matrix-auto-ra").slice(0, 3));
  });
});

describe("normaliseMessage", () => {
  it.each([
    ["at 0x7f11", "at ADDRESS"],
    ["id 123e4567-e89b-12d3-a456-426614174000", "id UUID"],
    ["took 1.25s of 30 seconds", "took DURATION of DURATION"],
    ["2024-05-06T07:08:09.123Z and 10:11:12", "DATE and TIME"],
    ["/tmp/pytest-of-root/pytest-0/test_x0/f.txt: gone", "TEMPORARY: gone"],
    ["/var/folders/ab/cd/T/x", "TEMPORARY"],
    ["port 54321, pid=77", "port NUMBER, pid=NUMBER"],
    ["sha da39a3ee5e6b4b0d3255bfef95601890afd80709", "sha DIGEST"],
    ["list index 3 of 2", "list index 3 of 2"],
    ["assert  1\n == 2", "assert 1 == 2"],
  ])("%s", (message, expected) => {
    expect(normaliseMessage(message)).toBe(expected);
  });
});
