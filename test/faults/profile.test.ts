import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KINDS } from "../../src/faults/kinds.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { mistakesOf, profileOf } from "./support.ts";

/** A profile with one rule that has these lines; the first of them is line 3. */
function mistakeLines(lines: string): string[] {
  return mistakesOf(`name = "p"\n[[faults]]\n${lines}`).map(
    ({ line, field, message }) => `${line} ${field} ${message}`,
  );
}

describe("a profile without mistakes", () => {
  test("is read whole", () => {
    const text = `
      # a comment
      name = "slow-days.2"
      description = "Ünïcode"
      seed = 7
      [[faults]]
      kind = "timeout"
      name = "slow-reads"
      tools = ["get_*"]
      methods = ["tools/call", "resources/*"]
      probability = 0.2
      after = 3
      limit = 2
      delay_s = 2.0
      outage = { after_s = 0.5, for_s = 1 }
      [[faults]]
      kind = "schema_drift"
      calls = [3]
      [faults.rename_args]
      "site.id" = "site"
    `;
    expect(parseProfile(text, "p.toml")).toEqual({
      profile: {
        name: "slow-days.2",
        description: "Ünïcode",
        seed: 7,
        rules: [
          {
            name: "slow-reads",
            key: "slow-reads",
            tools: ["get_*"],
            methods: ["tools/call", "resources/*"],
            probability: 0.2,
            after: 3,
            limit: 2,
            every: undefined,
            first: undefined,
            calls: undefined,
            burst: 1,
            outage: { afterMs: 500, forMs: 1000 },
            effect: { kind: "timeout", delayMs: 2000 },
          },
          {
            name: "schema_drift",
            key: '["schema_drift",[],["tools/call"]]',
            tools: [],
            methods: ["tools/call"],
            probability: 1,
            after: 0,
            limit: undefined,
            every: undefined,
            first: undefined,
            calls: [3],
            burst: 1,
            outage: undefined,
            effect: { kind: "schema_drift", renameArgs: { "site.id": "site" }, renameFields: {}, notify: false },
          },
        ],
      },
    });
  });

  test("may have every kind of fault, by its name alone", () => {
    const rules = Object.keys(KINDS).map(
      (kind) =>
        `[[faults]]\nkind = "${kind}"\nprobability = 0.5\n${kind === "schema_drift" ? 'rename_args = { a = "b" }\n' : ""}`,
    );
    expect(profileOf(rules.join("")).rules.map(({ name }) => name)).toEqual(Object.keys(KINDS));
  });

  test("may come with a byte order mark and Windows line ends", () => {
    const text = '\uFEFFname = "p"\r\nseed = 3\r\n[[faults]]\r\nkind = "reset"\r\n';
    expect(parseProfile(text, "p")).toMatchObject({ profile: { seed: 3, rules: [{ name: "reset" }] } });
    expect(mistakesOf(text.replace("reset", "rest"))).toMatchObject([{ line: 4, field: "faults[1].kind" }]);
  });

  test("rules without a name are called by their kind, apart from those that have it as their name", () => {
    const rules = ["error", "error", "timeout", "error"].map(
      (kind) => `[[faults]]\nkind = "${kind}"\nprobability = 0.5\n`,
    );
    const names = (text: string) => profileOf(text).rules.map(({ name }) => name);
    expect(names(rules.join(""))).toEqual(["error", "error-2", "timeout", "error-3"]);
    expect(names(`${rules.join("")}name = "error-2"`)).toEqual(["error", "error-3", "timeout", "error-2"]);
  });

  test("a rule's key does not change when another one comes before it", () => {
    const rule = '[[faults]]\nkind = "error"\ntools = ["b", "a"]\nprobability = 0.5\n';
    const other = '[[faults]]\nkind = "error"\nprobability = 0.5\n';
    const [alone] = profileOf(rule).rules;
    const [first, second] = profileOf(other + rule).rules;
    expect(second?.key).toBe(alone?.key);
    expect(first?.key).not.toBe(alone?.key);
  });
});

describe("mistakes, each with its line, field and the nearest valid word", () => {
  test.each([
    ['kind = "timout"', "3 faults[1].kind wants one of none, timeout, latency"],
    ['kind = "timout"', "; did you mean timeout?"],
    ['kind = "zzzzzz"', "lost_cancellation, expired_session, schema_drift"],
    ["kind = 3", "3 faults[1].kind wants one of none,"],
    ['tools = ["a"]', "2 faults[1] has no kind; it wants one of none,"],
    ['kind = "error"\nprobabilty = 1', "4 faults[1].probabilty is unknown; did you mean probability?"],
    ['kind = "error"\nMESSAGE = "x"', "4 faults[1].MESSAGE is unknown; did you mean message?"],
    ['kind = "error"\nzzz = 1', "4 faults[1].zzz is unknown"],
    [
      'kind = "error"\ndelay_s = 1',
      "4 faults[1].delay_s is an option of timeout, latency; error takes mode, code, message",
    ],
    ['kind = "reset"\npick = "oldest"', "4 faults[1].pick is an option of stale; reset has none"],
    ['kind = "error"\nprobability = 1.01', "4 faults[1].probability wants a number from 0 to 1"],
    ['kind = "error"\nprobability = nan', "4 faults[1].probability wants a number from 0 to 1"],
    ['kind = "error"\nprobability = "high"', "4 faults[1].probability wants a number from 0 to 1"],
    ['kind = "error"\nafter = -1', "4 faults[1].after wants a whole number, 0 or more"],
    ['kind = "error"\nlimit = 0', "4 faults[1].limit wants a whole number, 1 or more"],
    ['kind = "error"\nevery = 1.5', "4 faults[1].every wants a whole number, 1 or more"],
    ['kind = "error"\nfirst = 99999999999999999999', "4 faults[1].first wants a whole number, 1 or more"],
    ['kind = "error"\nburst = 0', "4 faults[1].burst wants a whole number, 1 or more"],
    ['kind = "error"\nevery = 3\nfirst = 2', "2 faults[1] can never fire: no call is left by after, every, first and"],
    ['kind = "error"\nafter = 5\noutage = { after_calls = 2, calls = 3 }', "2 faults[1] can never fire"],
    ['kind = "error"\nevery = 4\noutage = { after_calls = 4, calls = 3 }', "2 faults[1] can never fire"],
    ['kind = "error"\nfirst = 2\noutage = { after_calls = 2, calls = 3 }', "2 faults[1] can never fire"],
    ['kind = "error"\ncalls = 3', "4 faults[1].calls wants a list of numbers of calls, from 1"],
    ['kind = "error"\ncalls = []', "4 faults[1].calls wants one number or more"],
    ['kind = "error"\ncalls = [\n1,\n0]', "6 faults[1].calls[2] wants a whole number, 1 or more"],
    ['kind = "error"\ncalls = [1]\nburst = 2', "5 faults[1].burst does not go with calls, which names each call"],
    ['kind = "error"\ntools = "get_*"', "4 faults[1].tools wants a list of globs such as ['get_*']"],
    ['kind = "error"\ntools = []', "4 faults[1].tools wants one glob or more"],
    ['kind = "error"\ntools = ["a", ""]', "4 faults[1].tools[2] is no glob that can match"],
    ['kind = "error"\nmethods = [1]', "4 faults[1].methods[1] wants a glob such as 'get_*'"],
    [
      'kind = "error"\nmethods = ["tools/list", "tool/call"]',
      "4 faults[1].methods[2] is no request of the protocol; did you mean tools/call? A method of your own goes as '[t]ool/call'",
    ],
    ['kind = "error"\nmethods = ["notifications/progress"]', "4 faults[1].methods[1] is a notification"],
    ['kind = "error"\nname = "a b"', "4 faults[1].name wants up to 64 letters"],
    ['kind = "error"\noutage = { after_calls = 1 }', "4 faults[1].outage wants { after_calls = N, calls = N } or"],
    [
      'kind = "error"\noutage.after_s = 1\noutage.calls = 2',
      "4 faults[1].outage wants { after_calls = N, calls = N } or",
    ],
    ['kind = "timeout"\ndelay_s = -1', "4 faults[1].delay_s wants 0 seconds or more"],
    ['kind = "timeout"\ndelay_s = 1e9', "4 faults[1].delay_s wants at most 86400 seconds"],
    ['kind = "timeout"\ndelay_s = inf', "4 faults[1].delay_s wants a number of seconds"],
    ['kind = "timeout"\ndelay_s = 1979-05-27', "4 faults[1].delay_s wants a number of seconds"],
    ['kind = "error"\nmode = "tools"', "4 faults[1].mode wants one of protocol, tool; did you mean tool?"],
    [
      'kind = "error"\nmode = "tool"\ncode = 1',
      "5 faults[1].code is of mode 'protocol'; the result of a tool has no code",
    ],
    [
      'kind = "error"\nmode = "tool"\nmethods = ["prompts/*"]',
      "4 faults[1].mode is 'tool', but no method of the rule is tools/call",
    ],
    ['kind = "error"\nmessage = ""', "4 faults[1].message wants a text"],
    ['kind = "error"\nmessage = "injected"', "4 faults[1].message says 'injected', which tells a client"],
    ['kind = "malformed"\nmodes = ["truncated"]', "4 faults[1].modes[1] wants one of truncate, not_json"],
    ['kind = "malformed"\nmodes = ["truncated"]', "; did you mean truncate?"],
    ['kind = "malformed"\nmodes = []', "4 faults[1].modes wants at least one way"],
    ['kind = "malformed"\nat = 1', "4 faults[1].at wants a number from 0 to below 1"],
    ['kind = "stale"\npick = "newest"', "4 faults[1].pick wants one of previous, oldest"],
    ['kind = "stale"\nhistory = 0', "4 faults[1].history wants a whole number, 1 or more"],
    ['kind = "stale"\nhistory = 5000', "4 faults[1].history wants at most 1000"],
    ['kind = "schema_drift"', "2 faults[1] renames nothing; it wants rename_args or rename_fields"],
    ['kind = "schema_drift"\nrename_args = ["a"]', "4 faults[1].rename_args wants a table of new names by old ones"],
    ['kind = "schema_drift"\nrename_args = { a = 1 }', "4 faults[1].rename_args.a wants the new name"],
    [
      'kind = "schema_drift"\nrename_args = { a = "b", c = "b" }',
      "4 faults[1].rename_args.c 'b' is the new name of two",
    ],
    [
      'kind = "schema_drift"\nrename_args = { a = "b", b = "c" }',
      "4 faults[1].rename_args.a 'b' is an old name as well",
    ],
    ['kind = "schema_drift"\nrename_args = { a = "a" }', "4 faults[1].rename_args.a 'a' renames to itself"],
    ['kind = "schema_drift"\nrename_fields = { a = "test_a" }', "4 faults[1].rename_fields.a says 'test'"],
    ['kind = "schema_drift"\nrename_args = { a = "b" }\nlimit = 1', "5 faults[1].limit does not go with schema_drift"],
    [
      'kind = "schema_drift"\nrename_args = { a = "b" }\nmethods = ["*"]',
      "5 faults[1].methods does not go with schema_drift",
    ],
    [
      'kind = "schema_drift"\nnotify = 1\n[faults.rename_args]\n__proto__ = "x"',
      "6 faults[1].rename_args.__proto__ is a name that nothing can have",
    ],
    ['kind = "error"\n[[faults]]\nkind = "reset"', "4 faults[2] can never act: faults[1] fires at each of these calls"],
    ['kind = "error"\ntools = ["a", "b"]\n[[faults]]\nkind = "reset"\ntools = ["b"]', "5 faults[2] can never act"],
    [
      'kind = "error"\nname = "x"\nlimit = 1\n[[faults]]\nkind = "reset"\nname = "x"',
      "8 faults[2].name is the name of an earlier rule",
    ],
  ])("%s: %s", (lines, expected) => {
    expect(mistakeLines(lines).join("\n")).toContain(expected);
  });

  test.each([
    ["", "1 name wants a name: up to 64"],
    ['name = "a/b"', "1 name wants up to 64 letters"],
    ['name = "p"\nsed = 1', "2 sed is unknown; did you mean seed?"],
    ['name = "p"\nseed = 1.5', "2 seed wants a whole number"],
    ['name = "p"\nseed = -1', "2 seed wants a whole number, 0 or more"],
    ['name = "p"\ndescription = 3', "2 description wants a text"],
    ['name = "p"\n[faults]\nkind = "error"', "2 faults wants a list of tables: write [[faults]]"],
    ['name = "p"\nfaults = [1]', "2 faults[1] wants a table: [[faults]]"],
    ['name = "p"\n[[fault]]\nkind = "error"', "2 fault is unknown; did you mean faults?"],
    ['name = "p"\n\nname = "q"', "3  no TOML: defining a key multiple times is invalid (column 1)"],
    ['name = "p"\nkind = error', "2  no TOML:"],
    ['name = "p', "1  no TOML: "],
  ])("%j: %s", (text, expected) => {
    expect(
      mistakesOf(text)
        .map(({ line, field, message }) => `${line} ${field} ${message}`)
        .join("\n"),
    ).toContain(expected);
  });

  test("only a rule of which no call is let through can never fire", () => {
    const counts = fc.record({
      after: fc.nat(6),
      every: fc.integer({ min: 1, max: 5 }),
      first: fc.integer({ min: 1, max: 8 }),
      from: fc.nat(8),
      calls: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(counts, ({ after, every, first, from, calls }) => {
        const due = Array.from({ length: 30 }, (_, index) => index + 1).filter(
          (call) =>
            call > after &&
            call <= after + first &&
            (call - after) % every === 0 &&
            call > from &&
            call <= from + calls,
        );
        const lines = `after = ${after}\nevery = ${every}\nfirst = ${first}\noutage = { after_calls = ${from}, calls = ${calls} }`;
        expect(mistakeLines(`kind = "error"\n${lines}`).length).toBe(due.length === 0 ? 1 : 0);
      }),
    );
  });

  test("rules that leave a later one something to do are none", () => {
    const rest = '[[faults]]\nkind = "reset"\n';
    for (const first of [
      "after = 1",
      "limit = 1",
      "probability = 0.9",
      "every = 2",
      "first = 1",
      "calls = [1]",
      'tools = ["a"]',
    ]) {
      expect(mistakeLines(`kind = "error"\n${first}\n${rest}`), first).toEqual([]);
    }
    expect(mistakeLines(`kind = "stale"\n${rest}`)).toEqual([]);
    expect(mistakeLines(`kind = "error"\ntools = ["*", "!a"]\n${rest}`)).toEqual([]);
    expect(mistakeLines(`kind = "error"\nmethods = ["prompts/get"]\n${rest}`)).toEqual([]);
    expect(mistakeLines(`kind = "error"\nmethods = ["[t]ool/call", "acme/thing"]\n${rest}`)).toEqual([]);
  });

  test("all are told at once, in the order of lines, with the file", () => {
    const text =
      'seed = "x"\n[[faults]]\nkind = "latency"\ncode = 1\njitter_s = -1\n[[faults]]\nafter = -1\nkind = "err"';
    const mistakes = mistakesOf(text);
    expect(mistakes.map(({ file }) => file)).toEqual(mistakes.map(() => "p.toml"));
    expect(mistakes.map(({ line, field }) => [line, field])).toEqual([
      [1, "name"],
      [1, "seed"],
      [4, "faults[1].code"],
      [5, "faults[1].jitter_s"],
      [8, "faults[2].kind"],
    ]);
  });
});

describe("any text", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "name",
      "seed",
      "kind",
      "tools",
      "faults",
      "timeout",
      "outage",
      "rename_args",
      "calls",
      "constructor",
    ),
    fc.constantFrom("__proto__", "toString", '"error"', "1", "-1", "[1, 2]", "{ a = 1 }", "true", "1e999", '"""'),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  const line = fc.oneof(
    fc.tuple(word, word).map(([key, value]) => `${key} = ${value}`),
    word.map((name) => `[[${name}]]`),
    word.map((name) => `[faults.${name}]`),
    fc.constant("[[faults]]"),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n")),
  );

  test("gives a profile or mistakes, each with a line of the text, and never throws", () => {
    fc.assert(
      fc.property(text, (given) => {
        const read = parseProfile(given, "p.toml");
        if ("profile" in read) return;
        expect(read.mistakes.length).toBeGreaterThan(0);
        const lines = given.split("\n").length;
        for (const { file, line, message } of read.mistakes) {
          expect(file).toBe("p.toml");
          expect(line >= 1 && line <= lines).toBe(true);
          expect(message).toMatch(/\S/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("nested without end is refused as well", () => {
    expect(mistakesOf(`name = ${"[".repeat(100_000)}`).length).toBe(1);
    expect(mistakesOf(`a${".a".repeat(20_000)} = 1`).length).toBeGreaterThan(0);
  });
});
