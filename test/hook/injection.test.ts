import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FailureContext } from "../../src/debugging/failure-context.ts";
import { injection, MAX_BYTES } from "../../src/hook/injection.ts";

const root = "/repo";

const context: FailureContext = {
  exception: { type: "AttributeError", message: "'NoneType' object has no attribute 'name'\nsecond line" },
  nodeIds: ["tests/test_users.py::test_greet"],
  otherFailures: 2,
  sites: [
    { path: "/repo/tests/test_users.py", line: 9, function: "test_greet", code: "assert greet(7)", inTest: true },
    { path: "/repo/app/greet.py", line: 20, function: "greet", code: "return user.name", inTest: false },
  ],
  crash: { path: "/repo/app/greet.py", line: 20, function: "greet", code: "return user.name", inTest: false },
  origin: {
    type: "origin",
    nodeId: "tests/test_users.py::test_greet",
    phase: "call",
    status: "found",
    bad: "none",
    steps: [
      { kind: "literal", path: "/repo/app/store.py", line: 4, function: "find", source: "return None" },
      {
        kind: "return",
        path: "/repo/app/greet.py",
        line: 19,
        function: "greet",
        source: "user = find(7)",
        name: "user",
      },
      { kind: "crash", path: "/repo/app/greet.py", line: 20, function: "greet", source: "return user.name" },
    ],
  },
  source: {
    crash: {
      first: 18,
      lines: ["def greet(key):", "    user = find(key)", "    return user.name"],
      heading: undefined,
    },
    origin: { first: 2, lines: ["def find(key):", "    if key > 5:", "        return None"], heading: undefined },
  },
  bareAssertion: false,
  keys: [],
  notes: [],
};

describe("what the model is told", () => {
  test("exception, test, origin with the way from it, crash site, callers and a command", () => {
    expect(injection(context, root, "pytest -q tests/test_users.py::test_greet")).toMatchInlineSnapshot(`
      "Faultline: AttributeError: 'NoneType' object has no attribute 'name'
      in tests/test_users.py::test_greet
      Besides, 2 more failed.
      Origin (measured): the None was made at app/store.py:4 in find:
       2 def find(key):
       3     if key > 5:
      >4         return None
      Its way to the crash:
        app/greet.py:19 return user: user = find(7)
      Crash site app/greet.py:20 in greet:
       18 def greet(key):
       19     user = find(key)
      >20     return user.name
      Called by way of:
        tests/test_users.py:9 in test_greet: assert greet(7)
      Re-run: pytest -q tests/test_users.py::test_greet"
    `);
  });

  test("an origin that is not certain is not called one", () => {
    const origin = {
      ...context.origin,
      status: "partial" as const,
      reason: "made in C code",
    } as FailureContext["origin"];
    const text = injection({ ...context, origin }, root, "pytest");
    expect(text).toContain("Origin not certain: the None was last seen at app/store.py:4 in find (made in C code)");
    expect(text).not.toContain("Origin (measured)");
  });

  test("without an origin nothing is said of one", () => {
    expect(injection({ ...context, origin: undefined }, root, "pytest")).not.toContain("Origin");
  });

  test("many tests with one cause are counted, and the first are named", () => {
    const nodeIds = Array.from({ length: 40 }, (_, at) => `tests/test_users.py::test_greet[${at}]`);
    const text = injection({ ...context, nodeIds }, root, "pytest");
    expect(text).toContain("test_greet[2], and 37 more (40 tests, one cause)");
  });

  test("is never longer than the cap and never cut within a line or character", () => {
    const words = fc.string({ unit: "grapheme", maxLength: 3000 });
    fc.assert(
      fc.property(words, words, fc.array(words, { minLength: 1, maxLength: 20 }), (message, rerun, lines) => {
        const heading = { line: 1, text: message };
        const text = injection(
          {
            ...context,
            exception: { type: "Boom", message },
            nodeIds: lines,
            source: { crash: { first: 18, lines, heading }, origin: { first: 1, lines, heading } },
          },
          root,
          rerun,
        );
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
        expect(text).toMatch(/^Faultline: Boom/);
        expect(text).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
