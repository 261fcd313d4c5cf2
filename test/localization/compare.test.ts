import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differingValues, mostSimilar, type ObservedValues } from "../../src/localization/compare.ts";

type Told = Record<string, [type: string, value: string]>;

function hit(line: number, told: Told, more: Partial<ObservedValues> = {}): ObservedValues {
  const values = Object.entries(told).map(([name, [type, value]]) => ({ name, type, value }));
  return { path: "/shop/cart.py", line, function: "total", when: "line", values, ...more };
}

function names(failing: ObservedValues[], passing: ObservedValues[]): string[] {
  return differingValues(failing, passing).map(({ name }) => name);
}

describe("values of a failing and a passing run", () => {
  test("another type comes before empty against not, set in one run only, and another value", () => {
    const failing = [
      hit(3, {
        amount: ["int", "3"],
        extra: ["str", "'x'"],
        items: ["list", "[]"],
        price: ["NoneType", "None"],
        same: ["int", "1"],
      }),
    ];
    const passing = [
      hit(3, { amount: ["int", "4"], items: ["list", "['tea']"], price: ["int", "3"], same: ["int", "1"] }),
    ];
    expect(differingValues(failing, passing)).toEqual([
      { path: "/shop/cart.py", line: 3, function: "total", name: "price", failing: ["None"], passing: ["3"] },
      { path: "/shop/cart.py", line: 3, function: "total", name: "items", failing: ["[]"], passing: ["['tea']"] },
      {
        path: "/shop/cart.py",
        line: 3,
        function: "total",
        name: "extra",
        failing: ["'x'"],
        passing: [],
        missing: "in passing",
      },
      { path: "/shop/cart.py", line: 3, function: "total", name: "amount", failing: ["3"], passing: ["4"] },
    ]);
  });

  test("a value of the last failing hit that no passing hit had is told, however alike the earlier ones are", () => {
    const passing = [hit(3, { price: ["int", "1"] }), hit(3, { price: ["int", "2"] })];
    const failing = [...passing, hit(3, { price: ["NoneType", "None"] })];
    expect(differingValues(failing, passing)).toMatchObject([
      { name: "price", failing: ["1", "2", "None"], passing: ["1", "2"] },
    ]);
  });

  test("the same values in another order differ only where the last ones do", () => {
    const [one, two] = [hit(3, { state: ["str", "'open'"] }), hit(3, { state: ["str", "'shut'"] })];
    expect(names([one, two], [two, one])).toEqual(["state"]);
    expect(names([one, two, one], [two, one])).toEqual([]);
  });

  test("a None that passing hits had as well, beside values, is no difference of type", () => {
    const passing = [hit(3, { found: ["NoneType", "None"] }), hit(3, { found: ["int", "1"] })];
    const failing = [hit(3, { found: ["int", "7"], name: ["NoneType", "None"] })];
    expect(names(failing, [...passing, hit(3, { name: ["str", "'a'"] })])).toEqual(["name", "found"]);
  });

  test.each([
    ["addresses", "<Cart at 0x7f32a9be20>", "<Cart at 0x7f99a0be21>"],
    ["temporary paths", "'/tmp/fl-a1b2c3/tmp/t/test_bad0/in.json'", "'/tmp/fl-a1b2c3/tmp/t/test_good0/in.json'"],
    ["folders that pytest made", "PosixPath('/tmp/pytest-of-me/pytest-3/test_a0')", "PosixPath('/tmp/x/test_b1')"],
    ["times of the clock", "datetime(2026-11-30 10:11:12.123456 UTC)", "datetime(2026-11-30 10:11:13.999999 UTC)"],
    ["seconds since the epoch", "1796000000.123", "1796000001.5"],
    ["random ids", "UUID('6f1e3d4c-5b6a-4a11-9c1d-0a1b2c3d4e5f')", "UUID('0f1e3d4c-5b6a-4a11-9c1d-0a1b2c3d4e5f')"],
    ["tokens in hexadecimal", "'9f86d081884c7d659a2feaa0c55ad015'", "'60303ae22b998861bce3b28f33eec1be'"],
    ["ids of objects", "139719977363136", "140124111734464"],
  ])("%s are not compared", (_what, failing, passing) => {
    expect(names([hit(3, { it: ["x", failing] })], [hit(3, { it: ["x", passing] })])).toEqual([]);
  });

  test.each([
    ["record.id", "17", "18"],
    ["self.pk", "1", "2"],
    ["started", "12.25", "13.5"],
    ["port", "40001", "40002"],
  ])("numbers called %s are not compared", (name, failing, passing) => {
    const type = failing.includes(".") ? "float" : "int";
    expect(names([hit(3, { [name]: [type, failing] })], [hit(3, { [name]: [type, passing] })])).toEqual([]);
  });

  test("the file of a temporary path and a date are compared", () => {
    const failing = hit(3, { day: ["date", "date(2020, 1, 31)"], file: ["str", "'/tmp/a1/config.json'"] });
    const passing = hit(3, { day: ["date", "date(2020, 1, 30)"], file: ["str", "'/tmp/b2/config.yaml'"] });
    expect(names([failing], [passing])).toEqual(["day", "file"]);
  });

  test("loop counters come last", () => {
    const failing = hit(3, { index: ["int", "9"], rate: ["float", "0.5"] });
    const passing = hit(3, { index: ["int", "2"], rate: ["float", "0.25"] });
    expect(names([failing], [passing])).toEqual(["rate", "index"]);
  });

  test("lines that one run alone reached are no matter of values", () => {
    expect(names([hit(3, { price: ["int", "1"] })], [hit(4, { price: ["int", "2"] })])).toEqual([]);
  });

  test("what a function returned is compared, whichever of its lines returned", () => {
    const failing = hit(9, { return: ["NoneType", "None"] }, { when: "return" });
    const passing = hit(5, { return: ["int", "3"] }, { when: "return" });
    expect(differingValues([failing], [passing])).toMatchObject([
      { line: 9, name: "return", failing: ["None"], passing: ["3"] },
    ]);
    expect(differingValues([failing], [{ ...passing, function: "other" }])).toEqual([]);
  });

  test("a difference that stays is told once, at the first line of the function that shows it", () => {
    const lines = (price: Told[string]) => [3, 4, 5].map((line) => hit(line, { price }));
    expect(differingValues(lines(["NoneType", "None"]), lines(["int", "3"]))).toMatchObject([
      { line: 3, name: "price" },
    ]);
  });

  test("of one kind, what differs closest to the failure comes first", () => {
    const at = (value: string) => [hit(3, { early: ["int", value] }), hit(7, { late: ["int", value] })];
    expect(names(at("1"), at("2"))).toEqual(["late", "early"]);
  });

  test("values that print alike are told apart by their types", () => {
    const failing = hit(3, { it: ["shop.Cart", "<Cart object>"] });
    const passing = hit(3, { it: ["web.Cart", "<Cart object>"] });
    expect(differingValues([failing], [passing])).toMatchObject([
      { failing: ["<Cart object> (shop.Cart)"], passing: ["<Cart object> (web.Cart)"] },
    ]);
  });

  test("of many values the first and the last ones are shown", () => {
    const failing = Array.from({ length: 9 }, (_, index) => hit(3, { price: ["int", `${index}`] }));
    expect(differingValues(failing, [hit(3, { price: ["int", "77"] })])[0]?.failing).toEqual(["0", "6", "7", "8"]);
  });
});

const observations = fc.array(
  fc.record({
    path: fc.constantFrom("/a.py", "/b.py"),
    line: fc.integer({ min: 1, max: 4 }),
    function: fc.constantFrom("f", "g"),
    when: fc.constantFrom("line" as const, "return" as const),
    values: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom("a", "b", "self.c", "i", "id"),
        type: fc.constantFrom("int", "str", "NoneType"),
        value: fc.constantFrom("0", "1", "None", "''", "[]", "0x7f32a9be20", "<redacted>"),
      }),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
  }),
  { maxLength: 12 },
);

test("a run does not differ from itself", () => {
  fc.assert(
    fc.property(observations, (run) => {
      expect(differingValues(run, run)).toEqual([]);
    }),
  );
});

test("a difference is of a place that both runs came to, shows values of these runs, and is told once", () => {
  fc.assert(
    fc.property(observations, observations, (failing, passing) => {
      const found = differingValues(failing, passing);
      const seen = (run: ObservedValues[], difference: (typeof found)[number]) =>
        run.filter(
          ({ path, line, function: name, when }) =>
            path === difference.path && (when === "line" ? line === difference.line : name === difference.function),
        );
      for (const difference of found) {
        expect(seen(failing, difference)).not.toEqual([]);
        expect(seen(passing, difference)).not.toEqual([]);
        const values = failing.flatMap((each) => each.values.map(({ value }) => value));
        for (const text of difference.failing) expect(values).toContain(text.replace(/ \(\w+\)$/, ""));
        expect(difference.failing.length === 0).toBe(difference.missing === "in failing");
        expect(difference.passing.length === 0).toBe(difference.missing === "in passing");
      }
      expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(found.length);
    }),
  );
});

test("the runs may change places: the same names differ at lines", () => {
  const atLines = observations.map((run) => run.filter(({ when }) => when === "line"));
  fc.assert(
    fc.property(atLines, atLines, (one, other) => {
      const told = (found: ReturnType<typeof differingValues>) => new Set(found.map(({ path, name }) => path + name));
      const [left, right] = [told(differingValues(one, other)), told(differingValues(other, one))];
      // A value that one run had last and the other never had differs from either side.
      for (const { path, name, missing } of differingValues(one, other))
        if (missing) expect(right).toContain(path + name);
      for (const { path, name, missing } of differingValues(other, one))
        if (missing) expect(left).toContain(path + name);
    }),
  );
});

describe("the passing test that is most like the failing one", () => {
  const like = (nodeId: string, shared: number, statements: number, outcome = "passed") => ({
    nodeId,
    outcome,
    shared,
    statements,
  });

  test("shares most of what either executed", () => {
    const tests = [like("a.py::t1", 8, 30), like("a.py::t2", 6, 8), like("a.py::t3", 9, 12, "failed")];
    expect(mostSimilar(tests, { nodeId: "a.py::t", statements: 10 })).toEqual({ nodeId: "a.py::t2", similarity: 0.5 });
  });

  test("of equally alike ones is in the same file, then the same class, then has the more similar name", () => {
    const target = { nodeId: "a.py::TestX::test_sum[1]", statements: 4 };
    const best = (...ids: string[]) =>
      mostSimilar(
        ids.map((id) => like(id, 2, 4)),
        target,
      )?.nodeId;
    expect(best("b.py::test_sum", "a.py::test_other")).toBe("a.py::test_other");
    expect(best("a.py::TestY::test_sum", "a.py::TestX::test_other")).toBe("a.py::TestX::test_other");
    expect(best("a.py::TestX::test_other", "a.py::TestX::test_sun")).toBe("a.py::TestX::test_sun");
    expect(best("a.py::TestX::test_sun", "a.py::TestX::test_sum[2::3]")).toBe("a.py::TestX::test_sum[2::3]");
  });

  test("is none where no passing test shares a statement, and never the failing test itself", () => {
    expect(mostSimilar([like("a.py::t1", 0, 3)], { nodeId: "a.py::t", statements: 4 })).toBeUndefined();
    expect(mostSimilar([like("a.py::t", 4, 4)], { nodeId: "a.py::t", statements: 4 })).toBeUndefined();
  });

  test("is the same whatever the order of the others", () => {
    const tests = fc.array(
      fc.record({ shared: fc.integer({ min: 1, max: 5 }), more: fc.integer({ min: 0, max: 5 }) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(tests, (made) => {
        const all = made.map(({ shared, more }, index) => like(`a.py::t${index}x`, shared, shared + more));
        const target = { nodeId: "z.py::u", statements: 9 };
        const similarity = mostSimilar(all, target)?.similarity;
        expect(mostSimilar(all.toReversed(), target)?.similarity).toBe(similarity);
        expect(similarity).toBe(Math.max(...all.map((each) => each.shared / (each.statements + 9 - each.shared))));
      }),
    );
  });
});
