import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/faults/engine.ts";
import type { FaultRequest } from "../../src/faults/source.ts";
import { decideOn, hitCalls, profileOf, toolCall } from "./support.ts";

const rule = fc
  .record({
    kind: fc.constantFrom("timeout", "latency", "error", "malformed", "stale", "duplicate", "none"),
    tools: fc.constantFrom(undefined, '["get_*"]', '["get_site", "open_incident"]'),
    probability: fc.constantFrom(0.2, 0.5, 0.9, 0.99),
    after: fc.nat(3),
    limit: fc.constantFrom(undefined, 1, 2, 5),
    every: fc.constantFrom(undefined, 2, 3),
    burst: fc.constantFrom(undefined, 2, 3),
    outage: fc.constantFrom(undefined, "{ after_calls = 2, calls = 4 }", "{ after_s = 1, for_s = 3 }"),
  })
  .map((fields) =>
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key} = ${key === "kind" ? `"${value}"` : value}`)
      .join("\n"),
  );

const request = fc.record({
  method: fc.constant("tools/call"),
  target: fc.constantFrom("get_site", "get_device", "open_incident"),
  atMs: fc.nat(5000),
  earlier: fc.nat(2),
});

const tables = (rules: readonly string[]) => rules.map((text) => `[[faults]]\n${text}\n`).join("");

/** None fires always, so that none leaves another nothing to do. */
const rules = fc.array(rule, { minLength: 1, maxLength: 4 });

function decisions(text: string, seed: number, requests: readonly FaultRequest[]) {
  const source = createEngine(profileOf(text, seed));
  return requests.map((each) => ({ target: each.target, ...source.decide(each) }));
}

describe("decisions", () => {
  test("the same profile, seed and requests give the same faults", () => {
    fc.assert(
      fc.property(rules, fc.nat(), fc.array(request, { maxLength: 30 }), (all, seed, requests) => {
        expect(decisions(tables(all), seed, requests)).toEqual(decisions(tables(all), seed, requests));
      }),
      { numRuns: 60 },
    );
  });

  test("calls of one tool, more or fewer, never shift the faults of another", () => {
    fc.assert(
      fc.property(rules, fc.nat(), fc.array(request, { maxLength: 30 }), fc.integer(), (all, seed, requests, pick) => {
        const kept = requests.filter(({ target }, at) => target !== "get_device" || (pick >> (at % 31)) % 2 === 0);
        const of = (decided: ReturnType<typeof decisions>) => decided.filter(({ target }) => target !== "get_device");
        expect(of(decisions(tables(all), seed, kept))).toEqual(of(decisions(tables(all), seed, requests)));
      }),
      { numRuns: 60 },
    );
  });

  test("a rule that is added, anywhere, takes calls over and shifts nothing else", () => {
    fc.assert(
      fc.property(
        rules,
        rule,
        fc.nat(3),
        fc.nat(),
        fc.array(request, { maxLength: 30 }),
        (all, more, at, seed, requests) => {
          const added = `name = "added"\n${more}`;
          const place = Math.min(at, all.length);
          const before = decisions(tables(all), seed, requests);
          const after = decisions(tables(all.toSpliced(place, 0, added)), seed, requests);
          for (const [index, now] of after.entries()) {
            if (now.decision?.rule === "added") continue;
            expect(now.decision?.fault).toEqual(before[index]?.decision?.fault);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a rule that is taken away leaves the decisions of the others as they were, where it had none", () => {
    const both =
      '[[faults]]\nkind = "error"\nprobability = 0.3\n[[faults]]\nkind = "latency"\nprobability = 0.5\njitter_s = 0.2';
    const one = '[[faults]]\nkind = "latency"\nprobability = 0.5\njitter_s = 0.2';
    const [withBoth, alone] = [both, one].map((text) => decideOn(createEngine(profileOf(text)), 200));
    const latencies = withBoth?.filter(({ decision }) => decision?.fault.kind !== "error");
    expect(latencies?.length).toBeGreaterThan(100);
    for (const { call, decision } of latencies ?? []) expect(decision).toEqual(alone?.[call - 1]?.decision);
  });

  test("another seed gives other faults, and may be given in place of the profile's", () => {
    const profile = profileOf('[[faults]]\nkind = "error"\nprobability = 0.5', 5);
    const hits = (seed?: number) => hitCalls(decideOn(createEngine(profile, seed), 60));
    expect(hits(5)).toEqual(hits());
    expect(hits(6)).not.toEqual(hits());
  });

  test("a higher probability keeps every fault of the lower one", () => {
    const hits = (probability: number) =>
      hitCalls(decideOn(createEngine(profileOf(`[[faults]]\nkind = "error"\nprobability = ${probability}`)), 200));
    expect(hits(0.6)).toEqual(expect.arrayContaining(hits(0.3)));
    expect(hits(0.6).length).toBeGreaterThan(hits(0.3).length);
  });

  test("two rules of one kind and the same selectors draw apart", () => {
    const text = '[[faults]]\nkind = "error"\nprobability = 0.5\n'.repeat(2);
    const decided = decideOn(createEngine(profileOf(text)), 300);
    const by = (rule: string) => decided.filter(({ decision }) => decision?.rule === rule).length;
    expect(by("error")).toBeGreaterThan(100);
    // Half of what the first one leaves; none, did they draw the same.
    expect(by("error-2")).toBeGreaterThan(40);
  });

  test("two tools, and two methods of one target, draw apart", () => {
    const source = createEngine(profileOf('[[faults]]\nkind = "error"\nprobability = 0.5\nmethods = ["*"]'));
    const hits = (method: string, target: string) =>
      hitCalls(Array.from({ length: 60 }, () => source.decide({ method, target, atMs: 0, earlier: 0 })));
    const all = [hits("tools/call", "a"), hits("tools/call", "b"), hits("prompts/get", "a")].map(String);
    expect(new Set(all).size).toBe(3);
  });

  test.each([0.05, 0.3, 0.9])("a rule fires about as often as its probability %d says", (probability) => {
    const source = createEngine(profileOf(`[[faults]]\nkind = "error"\nprobability = ${probability}`));
    const share = hitCalls(decideOn(source, 4000)).length / 4000;
    expect(Math.abs(share - probability)).toBeLessThan(4 * Math.sqrt((probability * (1 - probability)) / 4000));
  });

  test("the first rule that fires wins, and the call number is that of its method and target", () => {
    const source = createEngine(
      profileOf('[[faults]]\nkind = "error"\nevery = 2\n[[faults]]\nkind = "timeout"\nmethods = ["*"]'),
    );
    const kinds = decideOn(source, 4).map(({ decision }) => decision?.fault.kind);
    expect(kinds).toEqual(["timeout", "error", "timeout", "error"]);
    expect(source.decide(toolCall("get_device")).call).toBe(1);
    expect(source.decide({ method: "prompts/get", target: "get_site", atMs: 0, earlier: 0 }).call).toBe(1);
    expect(source.decide(toolCall()).call).toBe(5);
  });

  test("it says what it may touch, which rules it has and how far back stale answers go", () => {
    const source = createEngine(
      profileOf(
        '[[faults]]\nkind = "stale"\nhistory = 3\n[[faults]]\nkind = "error"\nmethods = ["resources/*", "sampling/createMessage"]',
      ),
    );
    const touched = ["tools/call", "resources/read", "sampling/createMessage", "prompts/get", "ping"];
    expect(touched.map((method) => source.mayTouch(method))).toEqual([true, true, true, false, false]);
    expect([source.rules, source.history, source.drifts]).toEqual([["stale", "error"], 3, false]);
    expect(createEngine(profileOf("")).mayTouch("tools/call")).toBe(false);
  });
});

describe("conditions", () => {
  test.each([
    ["no condition", "", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ["probability 0", "probability = 0", []],
    ["after", "after = 7", [8, 9, 10]],
    ["limit", "limit = 2", [1, 2]],
    ["after and limit", "after = 3\nlimit = 2", [4, 5]],
    ["every", "every = 4", [4, 8]],
    ["every behind after", "after = 1\nevery = 4", [5, 9]],
    ["first", "first = 3", [1, 2, 3]],
    ["first behind after", "after = 2\nfirst = 3", [3, 4, 5]],
    ["exact calls", "calls = [7, 3]", [3, 7]],
    ["a burst", "every = 5\nburst = 3", [5, 6, 7, 10]],
    ["a burst and a limit", "every = 5\nburst = 3\nlimit = 2", [5, 6]],
    ["a burst that begins last in its window", "first = 1\nburst = 4", [1, 2, 3, 4]],
    ["an outage of calls", "outage = { after_calls = 5, calls = 3 }", [6, 7, 8]],
    ["every other call of an outage", "every = 2\noutage = { after_calls = 5, calls = 3 }", [6, 8]],
  ])("%s", (_, condition, expected) => {
    const source = createEngine(profileOf(`[[faults]]\nkind = "error"\n${condition}`));
    expect(hitCalls(decideOn(source, 10))).toEqual(expected);
  });

  test("an outage in time begins and ends by the clock", () => {
    const source = createEngine(profileOf('[[faults]]\nkind = "error"\noutage = { after_s = 2, for_s = 0.5 }'));
    const at = [0, 1999, 2000, 2400, 2499, 2500, 9000].map((atMs) => source.decide(toolCall("get_site", { atMs })));
    expect(hitCalls(at)).toEqual([3, 4, 5]);
  });

  test("bursts come at random, and last for their calls", () => {
    const source = createEngine(profileOf('[[faults]]\nkind = "error"\nprobability = 0.05\nburst = 4'));
    const decided = decideOn(source, 2000);
    const runs = decided
      .map(({ decision }) => (decision ? "x" : "."))
      .join("")
      .split(".")
      .filter((run) => run !== "");
    expect(runs.length).toBeGreaterThan(40);
    expect(runs.filter((run) => run.length % 4 !== 0).filter((run) => run !== runs.at(-1))).toEqual([]);
  });

  test("a limit is of each tool by itself", () => {
    const source = createEngine(profileOf('[[faults]]\nkind = "error"\nlimit = 1'));
    expect(hitCalls(decideOn(source, 3, "get_site"))).toEqual([1]);
    expect(hitCalls(decideOn(source, 3, "get_device"))).toEqual([1]);
  });

  test.each([
    ['tools = ["get_*"]', "get_site", true],
    ['tools = ["get_*"]', "open_incident", false],
    ['tools = ["get_*", "open_*"]', "open_incident", true],
    ['tools = ["*", "!get_*"]', "get_site", false],
    ['tools = ["*", "!get_*"]', "open_incident", true],
    ['tools = ["{get,list}_site"]', "list_site", true],
    ['tools = ["*"]', "with/slash and space", true],
    ['tools = ["[x]"]', "[x]", true],
  ])("%s about %s: %s", (selector, target, hit) => {
    const source = createEngine(profileOf(`[[faults]]\nkind = "error"\n${selector}`));
    expect(source.decide(toolCall(target)).decision !== undefined).toBe(hit);
  });

  test.each([
    ["resources/read", "file:///var/log/a.txt", 'methods = ["resources/*"]'],
    ["resources/templates/list", "", 'methods = ["resources/*"]'],
    ["prompts/get", "triage", 'methods = ["prompts/get"]\ntools = ["tri*"]'],
    ["completion/complete", "triage", 'methods = ["*"]'],
    ["sampling/createMessage", "", 'methods = ["sampling/createMessage"]'],
    ["elicitation/create", "", 'methods = ["elicitation/*"]'],
    ["server/discover", "", 'methods = ["*"]'],
    ["ping", "", 'methods = ["*"]\ntools = ["*"]'],
  ])("%s of '%s' is met by %s, and not without", (method, target, selector) => {
    const request = { method, target, atMs: 0, earlier: 0 };
    const [met, not] = [selector, ""].map((text) => createEngine(profileOf(`[[faults]]\nkind = "error"\n${text}`)));
    expect(met?.decide(request).decision?.fault.kind).toBe("error");
    expect(not?.decide(request).decision).toBeUndefined();
  });
});

describe("schema drift", () => {
  const drift = '[[faults]]\nkind = "schema_drift"\nafter = 2\nnotify = true\nrename_args = { site_id = "site" }\n';

  test("begins with a call and stays", () => {
    const source = createEngine(profileOf(drift));
    expect(source.drifts).toBe(true);
    const before = source.driftOf("get_site");
    const decided = decideOn(source, 5);
    expect(before).toBeUndefined();
    expect(decided.map((each) => [each.drift?.since, each.driftBegan])).toEqual([
      [undefined, false],
      [undefined, false],
      [3, true],
      [3, false],
      [3, false],
    ]);
    expect(source.driftOf("get_site")).toEqual(decided[4]?.drift);
    expect(source.driftOf("get_device")).toBeUndefined();
    expect(decided[4]?.drift).toEqual({
      rule: "schema_drift",
      renameArgs: { site_id: "site" },
      renameFields: {},
      notify: true,
      since: 3,
    });
  });

  test("acts besides the faults of other rules, and takes no call from them", () => {
    const errors = '[[faults]]\nkind = "error"\nevery = 2\n';
    const [alone, both] = [errors, drift + errors].map((text) => decideOn(createEngine(profileOf(text)), 6));
    expect(both?.map(({ decision }) => decision)).toEqual(alone?.map(({ decision }) => decision));
    expect(both?.[5]?.drift?.since).toBe(3);
    expect(hitCalls(both ?? [])).toEqual([2, 4, 6]);
  });

  test("is of tools alone, and of each by itself", () => {
    const source = createEngine(profileOf(`${drift}tools = ["get_*"]\n`));
    for (const target of ["get_site", "open_incident"]) decideOn(source, 4, target);
    source.decide({ method: "resources/read", target: "get_x", atMs: 0, earlier: 0 });
    expect(["get_site", "open_incident", "get_x"].map((tool) => source.driftOf(tool)?.since)).toEqual([
      3,
      undefined,
      undefined,
    ]);
  });

  test("a tool drifts once, by the rule that fires first", () => {
    const text = `${drift.replace("after = 2", "calls = [4]")}[[faults]]\nkind = "schema_drift"\nname = "other"\ncalls = [2]\nrename_fields = { a = "b" }`;
    const decided = decideOn(createEngine(profileOf(text)), 5);
    expect(decided.map((each) => each.drift?.rule)).toEqual([undefined, "other", "other", "other", "other"]);
    expect(decided.map((each) => each.driftBegan)).toEqual([false, true, false, false, false]);
  });
});

describe("stale answers", () => {
  test("need an earlier one; a call without leaves its turn to the next rule and counts for no limit", () => {
    const source = createEngine(profileOf('[[faults]]\nkind = "stale"\nlimit = 1\n[[faults]]\nkind = "timeout"'));
    const kinds = [0, 0, 1, 2].map((earlier) => source.decide(toolCall("get_site", { earlier })).decision?.fault.kind);
    expect(kinds).toEqual(["timeout", "timeout", "stale", "timeout"]);
  });
});
