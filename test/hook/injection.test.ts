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

const COMMAND = "pytest -q tests/test_users.py::test_greet";

const doubtful: FailureContext = {
  ...context,
  origin: { ...context.origin, status: "partial", reason: "made in C code" } as FailureContext["origin"],
};

/** The context with a longer way, of which two steps stand on one line. */
function byWayOf(status: "found" | "partial", lines: readonly number[]): string {
  const steps = context.origin?.steps ?? [];
  const between = lines.map((line) => {
    const source = `value = step_${line}(value)`;
    return [
      { kind: "return", path: "/repo/app/steps.py", line, function: "go", source },
      { kind: "argument", path: "/repo/app/steps.py", line, function: "go", source, name: "value" },
    ];
  });
  const origin = { ...context.origin, status, steps: [steps[0], ...between.flat(), steps.at(-1)] };
  return injection({ ...context, origin: origin as FailureContext["origin"] }, root, COMMAND);
}

describe("what the model is told", () => {
  test("exception, test, origin with the way from it, crash site, callers and a command", () => {
    expect(injection(context, root, COMMAND)).toMatchInlineSnapshot(`
      "Faultline: AttributeError: 'NoneType' object has no attribute 'name'
      Besides, 2 more failed.
      Origin (measured): the None was made at app/store.py:4 in find:
       2 def find(key):
       3     if key > 5:
      >4         return None
      Its way to the crash:
        app/greet.py:19 return user
      Crash site app/greet.py:20 in greet:
       18 def greet(key):
       19     user = find(key)
      >20     return user.name
      Called by way of:
        tests/test_users.py:9 in test_greet: assert greet(7)
      Re-run: pytest -q tests/test_users.py::test_greet"
    `);
  });

  test("where the origin is not certain, the crash site comes first, since that is", () => {
    expect(injection(doubtful, root, COMMAND)).toMatchInlineSnapshot(`
      "Faultline: AttributeError: 'NoneType' object has no attribute 'name'
      Besides, 2 more failed.
      Crash site app/greet.py:20 in greet:
       18 def greet(key):
       19     user = find(key)
      >20     return user.name
      Origin not certain: the None was last seen at app/store.py:4 in find (made in C code):
       2 def find(key):
       3     if key > 5:
      >4         return None
      Its way to the crash:
        app/greet.py:19 return user
      Called by way of:
        tests/test_users.py:9 in test_greet: assert greet(7)
      Re-run: pytest -q tests/test_users.py::test_greet"
    `);
  });

  test("the last known place comes before a crash in a test, where the fault seldom is", () => {
    const [crash] = context.sites;
    const text = injection({ ...doubtful, crash }, root, COMMAND);
    expect(text.indexOf("Origin not certain")).toBeLessThan(text.indexOf("Crash site tests/test_users.py:9"));
    const elsewhere = context.crash && { ...context.crash, path: "/repo/app/store.py", inTest: true };
    const both = injection({ ...doubtful, crash: elsewhere }, root, COMMAND);
    expect(both.indexOf("Crash site")).toBeLessThan(both.indexOf("Origin not certain"));
  });

  test("a last known place within the lines of the crash site is marked there", () => {
    const [, made, crash] = doubtful.origin?.steps ?? [];
    const origin = { ...doubtful.origin, steps: [made, crash] } as FailureContext["origin"];
    const text = injection({ ...doubtful, origin }, root, COMMAND);
    expect(text).toContain(">19     user = find(key)\n>20     return user.name");
    expect(text).toContain("was last seen at app/greet.py:19 in greet (made in C code).\n");
  });

  test("without an origin nothing is said of one", () => {
    expect(injection({ ...context, origin: undefined }, root, "pytest")).not.toContain("Origin");
  });

  test("steps on the same line are one row, and a certain way is told in full", () => {
    expect(byWayOf("found", [1, 2, 3, 4])).toContain(`Its way to the crash:
  app/steps.py:1 return, argument value: value = step_1(value)
  app/steps.py:2 return, argument value: value = step_2(value)
  app/steps.py:3 return, argument value: value = step_3(value)
  app/steps.py:4 return, argument value: value = step_4(value)
Crash site`);
  });

  test("a way back over a line is not told a second time", () => {
    expect(byWayOf("found", [1, 2, 1])).toContain(`Its way to the crash:
  app/steps.py:1 return, argument value: value = step_1(value)
  app/steps.py:2 return, argument value: value = step_2(value)
Crash site`);
  });

  test("of a long way that is not certain only the ends are told", () => {
    expect(byWayOf("partial", [1, 2, 3, 4])).toContain(`Its way to the crash:
  app/steps.py:1 return, argument value: value = step_1(value)
  … 2 more
  app/steps.py:4 return, argument value: value = step_4(value)
Called by`);
  });

  test("no line of source is shown twice", () => {
    const [test, crash] = context.sites;
    const caller = { path: "/repo/app/greet.py", line: 19, function: "greet", code: "user = find(key)", inTest: false };
    const sites = [test, caller, caller, crash] as FailureContext["sites"];
    for (const each of [context, doubtful]) {
      const text = injection({ ...each, sites }, root, COMMAND);
      expect(text.match(/user = find/g)).toHaveLength(1);
    }
  });

  test("of many callers those nearest to the crash are named", () => {
    const callers = Array.from({ length: 9 }, (_, line) => ({ ...context.sites[0], line: line + 1 }));
    const sites = [...callers, context.crash] as FailureContext["sites"];
    const text = injection({ ...context, sites }, root, COMMAND);
    const named = [...text.matchAll(/tests\/test_users\.py:(\d)/g)].map(([, line]) => Number(line));
    expect(named).toEqual([6, 7, 8, 9]);
  });

  test("a command that names the tests stands for their names", () => {
    const nodeIds = ["a.py::one", "a.py::two"];
    const last = (text: string) => text.split("\n").at(-1);
    expect(last(injection({ ...context, nodeIds }, root, "pytest a.py::one a.py::two"))).toBe(
      "Re-run (2 tests, one cause): pytest a.py::one a.py::two",
    );
    const text = injection({ ...context, nodeIds }, root, "make test");
    expect(text).toContain("\nin a.py::one, a.py::two (2 tests, one cause)\n");
    expect(last(text)).toBe("Re-run: make test");
  });

  test("many tests with one cause are counted, and the first are named", () => {
    const nodeIds = Array.from({ length: 40 }, (_, at) => `tests/test_users.py::test_greet[${at}]`);
    const text = injection({ ...context, nodeIds }, root, "pytest");
    expect(text).toContain("test_greet[2], and 37 more (40 tests, one cause)");
  });

  test.each([
    ["the password of an address", "postgres://user:", "hunter2", "@db.example/shop"],
    ["a key", "sk-proj-", "a1b2c3d4", ""],
  ])("%s is left out whole, also where its line is shortened within it", (_, before, secret, after) => {
    const long = (width: number) => {
      const text = `value = connect(${"x".repeat(width - 32 - before.length)}, url="${before}`;
      return `${text}${secret.repeat(20)}${after}")`;
    };
    const [made, way, end] = context.origin?.steps ?? [];
    const steps = [made, { ...way, source: long(120) }, end];
    const text = injection(
      {
        ...context,
        exception: { type: "ValueError", message: long(240) },
        nodeIds: ["a.py::test_a", `a.py::test_b[${long(147)}]`],
        sites: [{ ...context.sites[0], code: long(120) }, ...context.sites.slice(1)] as FailureContext["sites"],
        origin: { ...context.origin, steps } as FailureContext["origin"],
        source: { crash: { first: 20, lines: [long(160)], heading: undefined }, origin: context.source.origin },
      },
      root,
      "pytest",
    );
    expect(text.match(/value = connect/g)).toHaveLength(5);
    expect(text).toContain("<redacted>");
    expect(text).not.toContain(secret.slice(0, 4));
  });

  test("a secret that only a later line of a statement names is left out of the first", () => {
    const code = 'login("correct-horse",\n      password="correct-horse")';
    const sites = [{ ...context.sites[0], code }, ...context.sites.slice(1)] as FailureContext["sites"];
    expect(injection({ ...context, sites }, root, COMMAND)).toContain('test_greet: login("<redacted>",\n');
  });

  test("the length of a command is that of its bytes, as is the limit", () => {
    const nodeIds = ["a.py::test_a"];
    const text = injection({ ...context, nodeIds }, root, `pytest a.py::test_a ${"é".repeat(300)}`);
    expect(text).toContain("\nin a.py::test_a\n");
    expect(injection({ ...context, nodeIds }, root, `pytest a.py::test_a ${"e".repeat(300)}`)).not.toContain(
      "\nin a.py",
    );
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
