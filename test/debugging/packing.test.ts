import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minimumBudget, packAnswer, type Unpacked } from "../../src/debugging/packing.ts";
import type { AnsweredSuspect, Investigation, Omitted, PatchCheck } from "../../src/debugging/reports.ts";
import type { Fingerprint } from "../../src/evidence/fingerprint.ts";
import { readEvidence } from "../../src/evidence/store.ts";
import { loadTokenCounter, type TokenCounter } from "../../src/kernel/tokens.ts";

let state: string;
let count: TokenCounter;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "fl-packing-"));
  count = await loadTokenCounter();
});

afterAll(() => rm(state, { recursive: true, force: true }));

const fingerprint: Fingerprint = {
  files: {},
  project: { files: 0, digest: "" },
  dependencies: {},
  locks: {},
  interpreter: { path: "/usr/bin/python3", version: "3.12.1", modified: 0 },
  settings: {},
};

function pack(answer: Unpacked<Investigation>, budgetTokens: number): Promise<Investigation> {
  return packAnswer("investigation", answer, { state, key: answer.nodeId, fingerprint, budgetTokens });
}

async function bodyOf(handle = ""): Promise<unknown> {
  return (await readEvidence(state, handle))?.body;
}

function suspect(line: number, source = "total = price * quantity"): AnsweredSuspect {
  return {
    path: "shop/pricelist.py",
    line,
    function: "Pricelist.total",
    rank: line,
    tied: 1,
    why: [`Ochiai rank ${line}, executed by 3 of 40 passing tests`],
    ochiai: { rank: line, tied: 1, score2: `1/${line}` },
    source,
  };
}

function investigation(more: Partial<Unpacked<Investigation>> = {}): Unpacked<Investigation> {
  return {
    nodeId: "tests/test_shop.py::TestCart::test_total",
    status: "failed",
    failure: {
      nodeId: "tests/test_shop.py::TestCart::test_total",
      phase: "call",
      exception: { type: "TypeError", message: "unsupported operand type(s) for *: 'NoneType' and 'int'" },
      crash: { path: "shop/pricelist.py", line: 12, function: "Pricelist.total", source: "return price * quantity" },
      frames: [{ path: "tests/test_shop.py", line: 8, function: "TestCart.test_total" }],
      signature: "4f1d2c3b4a59",
    },
    origin: {
      status: "found",
      bad: "none",
      steps: [
        {
          kind: "miss",
          path: "shop/pricelist.py",
          line: 7,
          function: "Pricelist.price",
          source: "return self.prices.get(name)",
        },
        {
          kind: "crash",
          path: "shop/pricelist.py",
          line: 12,
          function: "Pricelist.total",
          source: "return price * quantity",
        },
      ],
    },
    excerpts: [
      {
        path: "shop/pricelist.py",
        first: 5,
        text: "5 def price(self, name):\n6     name = name.lower()\n7     return self.prices.get(name)\n",
      },
    ],
    notes: [],
    rerun: "python -m pytest -q tests/test_shop.py::TestCart::test_total",
    suspects: Array.from({ length: 40 }, (_, at) => suspect(at + 1)),
    functions: [suspect(5)],
    differences: [],
    steps: ["ran the test alone: it failed", "ran the suite under coverage"],
    seconds: 3.2,
    ...more,
  };
}

describe("packing an answer", () => {
  test("gives all of it where it fits, without any omission", async () => {
    const answer = investigation();
    const { omitted, tokens, evidence, ...rest } = await pack(answer, 20_000);
    expect(rest).toEqual(answer);
    expect(omitted).toEqual([]);
    expect(tokens).toEqual({ budget: 20_000, used: expect.any(Number), encoding: "o200k_base" });
    expect(await bodyOf(evidence)).toEqual(answer);
  });

  test("keeps the failure, the origin and the first suspect in a tight budget, and the order of the lists", async () => {
    const packed = await pack(investigation(), 800);
    expect(packed.failure?.exception.type).toBe("TypeError");
    expect(packed.origin?.steps).toHaveLength(2);
    expect(packed.excerpts).toHaveLength(1);
    expect(packed.suspects.length).toBeGreaterThan(2);
    expect(packed.suspects.length).toBeLessThan(40);
    expect(packed.suspects.map(({ line }) => line)).toEqual(packed.suspects.map((_, at) => at + 1));
    const { handle, count: left } = packed.omitted.find(({ what }) => what === "suspects") as Omitted;
    expect(left).toBe(40 - packed.suspects.length);
    expect(await bodyOf(handle)).toEqual(investigation().suspects.slice(packed.suspects.length));
  });

  test("gives status, exception, origin and one handle for the rest in the smallest budget", async () => {
    const packed = await pack(investigation(), minimumBudget);
    expect(packed.tokens.used).toBeLessThanOrEqual(minimumBudget);
    expect(packed).toMatchObject({ status: "failed", failure: { exception: { type: "TypeError" } } });
    expect(packed.failure?.signature).toBeUndefined();
    expect(packed.origin?.steps).toEqual([investigation().origin?.steps[0]]);
    expect(packed.omitted).toEqual([{ what: "the rest", count: expect.any(Number), handle: expect.any(String) }]);
    const rest = await bodyOf(packed.omitted[0]?.handle ?? "");
    expect(rest).toMatchObject({ suspects: investigation().suspects, "failure.signature": "4f1d2c3b4a59" });
    expect(await bodyOf(packed.evidence)).toEqual(investigation());
  });

  test("cuts a huge message, and gives the whole of it by a handle", async () => {
    const message = `expected ${"🙂 é ".repeat(20_000)}`;
    const answer = investigation();
    if (answer.failure) answer.failure.exception.message = message;
    const packed = await pack(answer, 1500);
    const shown = packed.failure?.exception.message ?? "";
    expect(shown.endsWith("…")).toBe(true);
    expect(shown).not.toMatch(/\p{Surrogate}/u);
    expect(message.startsWith(shown.slice(0, -1))).toBe(true);
    expect(packed.suspects.length).toBeGreaterThan(3);
    const { handle } = packed.omitted.find(({ what }) => what === "texts") as Omitted;
    expect(await bodyOf(handle)).toContainEqual({ at: "failure.exception.message", text: message });
  });

  test("leaves an id out that is far too long, and cuts an excerpt at a line", async () => {
    const nodeId = `tests/test_shop.py::test_total[${"x".repeat(9000)}-last]`;
    const text = Array.from({ length: 900 }, (_, at) => `${at + 1} value = compute(${at})`).join("\n");
    const packed = await pack(investigation({ nodeId, excerpts: [{ path: "a.py", first: 1, text }] }), 1500);
    expect(packed.nodeId).toBe("…");
    expect(packed.excerpts[0]?.text).toMatch(/^1 value = compute\(0\)\n(.|\n)*\)\n…$/);
  });

  test("says which budget is too small, and keeps nothing then", async () => {
    const before = await readdir(join(state, "evidence"));
    await expect(pack(investigation({ seconds: 99 }), minimumBudget - 1)).rejects.toThrow(
      `a budget of ${minimumBudget - 1} tokens is too small`,
    );
    expect(await readdir(join(state, "evidence"))).toEqual(before);
  });

  test("keeps nothing for an answer of another kind that fits", async () => {
    const fresh = await mkdtemp(join(state, "fresh-"));
    const check: Unpacked<PatchCheck> = {
      nodeId: "t.py::t",
      verdict: "fixed-but-broke-others",
      summary: "The test passes now.",
      newlyBroken: ["t.py::u"],
      failingBefore: [],
      failingUnknown: [],
      gone: [],
      changed: ["a.py"],
      testEdited: false,
      suite: { ran: 2, passed: 1, failed: 1, complete: true, seconds: 0.1 },
    };
    const packed = await packAnswer("patch", check, {
      state: fresh,
      key: "t.py::t",
      fingerprint: () => Promise.reject(new Error("not needed")),
      budgetTokens: 500,
    });
    expect(packed).toMatchObject(check);
    expect(await readdir(fresh)).toEqual([]);
  });
});

describe("any answer", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom("", "<|endoftext|>", "\ud83d", "\u0001".repeat(500), "漢字".repeat(400), "x ".repeat(3000)),
  );
  const place = fc.record({ path: text, line: fc.nat(), function: text });
  const suspects = fc.array(
    fc.record({
      path: text,
      line: fc.nat(),
      function: text,
      source: text,
      rank: fc.nat(),
      tied: fc.nat(),
      ochiai: fc.constant({ rank: 1, tied: 1, score2: "1/2" }),
      why: fc.array(text, { maxLength: 2 }),
    }),
    { maxLength: 12 },
  );
  const answers: fc.Arbitrary<Unpacked<Investigation>> = fc.record(
    {
      nodeId: text,
      status: fc.constantFrom("failed" as const, "order-dependent" as const),
      failure: fc.record({
        nodeId: text,
        phase: fc.constant("call" as const),
        exception: fc.record({ type: text, message: text }),
        crash: fc.constant(undefined),
        frames: fc.array(place, { maxLength: 5 }),
        signature: fc.constant("0123456789abcdef"),
      }),
      origin: fc.record({
        status: fc.constant("found" as const),
        bad: fc.constant("none"),
        steps: fc.array(
          fc.record({ kind: fc.constant("miss"), path: text, line: fc.nat(), function: text, source: text }),
        ),
      }),
      excerpts: fc.array(fc.record({ path: text, first: fc.nat(), text }), { maxLength: 4 }),
      notes: fc.array(text, { maxLength: 3 }),
      rerun: text,
      suspects,
      functions: suspects,
      differences: fc.array(
        fc.record({
          path: text,
          line: fc.nat(),
          function: text,
          name: text,
          failing: fc.array(text),
          passing: fc.array(text),
        }),
        { maxLength: 4 },
      ),
      steps: fc.array(text, { maxLength: 4 }),
      seconds: fc.nat(),
    },
    {
      requiredKeys: [
        "nodeId",
        "status",
        "excerpts",
        "rerun",
        "notes",
        "suspects",
        "functions",
        "differences",
        "steps",
        "seconds",
      ],
    },
  );
  const budgets = fc.oneof(
    fc.constant(minimumBudget),
    fc.integer({ min: minimumBudget, max: 1200 }),
    fc.integer({ min: 1200, max: 9000 }),
  );

  test("keeps to its budget, gives the beginning of each list, and leaves nothing out without a handle", async () => {
    await fc.assert(
      fc.asyncProperty(answers, budgets, async (answer, budget) => {
        const packed = await pack(answer, budget);
        const size = count(JSON.stringify(packed));
        expect(size).toBeLessThanOrEqual(packed.tokens.used);
        expect(packed.tokens.used).toBeLessThanOrEqual(budget);
        const whole = JSON.parse(JSON.stringify(answer));
        expect(await bodyOf(packed.evidence)).toEqual(whole);
        const bodies = new Map<string, unknown>();
        for (const { what, handle } of packed.omitted) bodies.set(what, await bodyOf(handle));
        expect([...bodies.values()]).not.toContain(undefined);
        for (const [what, body] of Object.entries(bodies.get("the rest") ?? {})) bodies.set(what, body);
        for (const list of ["suspects", "functions", "excerpts", "differences", "steps", "notes"] as const) {
          expect(bodies.get(list) ?? [], list).toEqual(whole[list].slice(packed[list].length));
        }
        const texts = new Map(
          (bodies.get("texts") as { at: string; text: string }[] | undefined)?.map((cut) => [cut.at, cut.text]),
        );
        packed.suspects.forEach((kept, at) => {
          expect(
            kept.source === whole.suspects[at].source ||
              texts.get(`suspects.${at}.source`) === whole.suspects[at].source,
          ).toBe(true);
        });
      }),
      { numRuns: 60 },
    );
  });

  test("is packed the same each time", async () => {
    await fc.assert(
      fc.asyncProperty(answers, budgets, async (answer, budget) => {
        expect(await pack(answer, budget)).toEqual(await pack(structuredClone(answer), budget));
      }),
      { numRuns: 15 },
    );
  });
});

describe("a small budget", () => {
  const nodeId =
    "tests/integration/test_price_lists.py::TestPriceListOfBackOffice::test_total_of_an_empty_cart[de-19 %]";
  const rerun = `/home/ann/work/back-office/.venv/bin/python -m pytest -q --tb=short -W ignore '${nodeId}'`;
  const path = "src/back_office/price_lists/pricelist.py";
  const step = {
    kind: "miss",
    path,
    line: 107,
    function: "PriceListOfBackOffice.price_of",
    source: "return self.prices.get(name, self.default)",
  };

  function long(more: Partial<Unpacked<Investigation>> = {}): Unpacked<Investigation> {
    const usual = investigation();
    return investigation({
      nodeId,
      rerun,
      failure: {
        nodeId,
        phase: "call",
        exception: { type: "shop.errors.NoSuchPrice", message: `no price of ${"a large tent ".repeat(30)}` },
        crash: { path, line: 130, function: "PriceListOfBackOffice.total", source: "return price * quantity" },
        frames: [{ path, line: 8, function: "PriceListOfBackOffice.total" }],
        signature: "4f1d2c3b4a59",
      },
      origin: { status: "found", bad: "none", steps: [step, { ...step, line: 130, kind: "crash" }] },
      suspects: usual.suspects.map((each) => ({ ...each, path, function: "PriceListOfBackOffice.total" })),
      passing: { nodeId: nodeId.replace("de-19", "fr-20"), similarity: 0.91 },
      coverage: { tests: 210, passed: 207, failed: 3, complete: true, tracer: "coverage.py", workers: 2, seconds: 3.1 },
      ...more,
    });
  }

  const budgets = [minimumBudget, minimumBudget + 50, 300, 350, 400, 500, 600, 800];

  test.each(budgets)("of %i tokens says where the bad value was made, or whom to suspect first", async (budget) => {
    const made = await pack(long(), budget);
    expect(made.origin?.steps[0]).toMatchObject({ path, line: 107, source: expect.stringMatching(/^return self/) });
    const none = { status: "none" as const, bad: "none", reason: "no value is at fault", steps: [] };
    const { origin: _, ...without } = long();
    for (const answer of [long({ origin: none }), without]) {
      const suspected = await pack(answer, budget);
      expect(suspected.suspects[0]).toMatchObject({ path, line: 1, function: "PriceListOfBackOffice.total" });
    }
    const { state: where, key, fingerprint: print } = { state, key: nodeId, fingerprint };
    const { failure, origin, excerpts, notes, status } = long();
    const failed = await packAnswer(
      "failure",
      { nodeId, status, rerun, notes, excerpts, ...(failure && { failure }), ...(origin && { origin }) },
      { state: where, key, fingerprint: print, budgetTokens: budget },
    );
    expect(failed.origin?.steps[0]).toMatchObject({ path, line: 107 });
  });

  test.each(budgets)("of %i tokens gives each node id, path and command whole or not at all", async (budget) => {
    const packed = await pack(long(), budget);
    // Who asked knows it.
    expect(packed.nodeId).toBe(budget < 250 ? "…" : nodeId);
    for (const shown of [packed.failure?.nodeId, packed.rerun, packed.passing?.nodeId, packed.failure?.crash?.path]) {
      expect([undefined, nodeId, nodeId.replace("de-19", "fr-20"), rerun, path]).toContain(shown);
    }
  });
});

describe("where nothing can be kept", () => {
  test.each(["/etc/hostname/state", "/proc/nope/state"])("an answer has no handles, and says so: %s", async (where) => {
    const packing = { state: where, key: "t", fingerprint, budgetTokens: 900 };
    const packed = await packAnswer("investigation", investigation(), packing);
    expect(packed.tokens.used).toBeLessThanOrEqual(900);
    expect(packed.notes).toEqual([expect.stringMatching(/^evidence could not be kept: .*cannot be written \(ENO/)]);
    expect(packed).not.toHaveProperty("evidence");
    expect(packed.suspects.length).toBeGreaterThan(2);
    const left = packed.omitted.find(({ what }) => what === "suspects");
    expect(left).toEqual({ what: "suspects", count: 40 - packed.suspects.length });
    const matches = Array.from({ length: 300 }, (_, at) => ({ path: "a.py", line: at, text: "total = 1" }));
    const found = await packAnswer("search", { matches, searched: 1, more: false }, packing);
    expect(found.notes).toEqual(packed.notes);
    expect(found.matches.length).toBeGreaterThan(9);
  });
});
