import { describe, expect, test } from "vitest";
import type { Truth } from "../../eval/context/truth.ts";
import type { ToolCall } from "../../eval/policy/messages.ts";
import { play } from "../../eval/policy/player.ts";
import { POLICIES, type Policy, rulesOf } from "../../eval/policy/policy.ts";
import { makeTask, type Task } from "../../eval/policy/task.ts";
import type { Heard, Transcript } from "../../eval/policy/transcript.ts";

const numbered = (name: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${from + n}\t${name} ${from + n}`).join("\n");

/** A project in which the test fails in total, which calls price, whose line 210 is at fault. */
const FILES: Record<string, Record<number, string>> = {
  "tests/test_shop.py": { 1: "def test_total():", 2: "    assert total([]) == 3" },
  "shop/basket.py": { 500: "def total(items):", 501: "    return sum(price_of(item) for item in items)" },
  "shop/price.py": { 205: "def price_of(item):", 210: "    return TABLE.get(item)" },
};
const FAULT = { path: "shop/price.py", line: 210 };
const OUTPUT = `tests/test_shop.py:2: in test_total
    assert total([]) == 3
shop/basket.py:501: TypeError`;
const WARNING =
  "=== warnings summary ===\nshop/old.py:3\n  /repo/shop/old.py:3: SyntaxWarning: x\n\n-- Docs: here\n=== 1 failed, 1 warning ===";
const PRINTED = `${OUTPUT}\n${WARNING}`;
const CONTEXT = `Faultline: TypeError
Origin (measured): the None was made at shop/price.py:210 in price_of:
Re-run: python -m pytest -q --tb=short tests/test_shop.py::test_total`;

const EDIT = { kind: "edit", call: { name: "Edit", input: { old_string: "get(item)" } } } as const;
const truthOf = ({ path, line }: { path: string; line: number }): Truth => ({
  lines: [{ path, line, text: "return TABLE.get(item)" }],
  functions: [],
  omission: false,
  spans: { [path]: [] },
});
const TASK: Task = {
  root: "/repo",
  tests: ["tests/test_shop.py::test_total"],
  habit: undefined,
  truth: truthOf(FAULT),
  sites: [FAULT],
  fix: [EDIT],
};

function read({ input }: ToolCall): string {
  const path = String(input["file_path"]).slice("/repo/".length);
  const [offset, limit] = [Number(input["offset"]), Number(input["limit"])];
  const rows = Array.from({ length: limit }, (_, n) => `${offset + n}\t${FILES[path]?.[offset + n] ?? ""}`);
  return rows.join("\n");
}

function answer(call: ToolCall, output: string): string {
  if (call.name === "Bash") return output;
  if (call.name === "Read") return read(call);
  if (call.name === "Grep" && String(call.input["pattern"]).includes("price_of"))
    return "shop/price.py:205:def price_of(item):";
  return "";
}

/** Plays a policy against tools that answer from FILES, and gives back each turn's calls. */
function session(policy: Policy, contexts: readonly string[], task = TASK, output = PRINTED): ToolCall[][] {
  const player = play(policy, task);
  const told: Transcript = { opening: [], turns: [] };
  const turns: ToolCall[][] = [];
  for (let turn = player.decide(told); turn.calls.length > 0 && turns.length < 40; turn = player.decide(told)) {
    const at = told.turns.length;
    const results: Heard["results"] = new Map();
    for (const [n, call] of turn.calls.entries())
      results.set(`toolu_${at}_${n}`, { text: answer(call, output), isError: false });
    told.turns.push({ results, contexts: at === 0 ? [...contexts] : [] });
    turns.push([...turn.calls]);
  }
  return turns;
}

const shown = (turns: readonly (readonly ToolCall[])[]) =>
  turns.map((calls) =>
    calls.map(({ name, input }) => [name, input["file_path"] ?? input["pattern"] ?? input["command"] ?? ""].join(" ")),
  );

const policy = (name: string) => POLICIES.find((one) => one.name === name) as Policy;

describe("a policy", () => {
  test("opens what the output names, deepest first, looks up what is called there, and fixes once it has read the line", () => {
    expect(shown(session(policy("careful"), []))).toEqual([
      ["Bash python -m pytest -q --tb=short -W ignore tests/test_shop.py::test_total"],
      ["Read /repo/shop/basket.py"],
      ["Read /repo/tests/test_shop.py"],
      ["Grep (def|class) (price_of)\\b|self\\.(price_of) = "],
      ["Read /repo/shop/price.py"],
      ["Edit "],
      ["Bash python -m pytest -q tests/test_shop.py::test_total"],
    ]);
  });

  test("opens what the context names before, and runs the command that it gives", () => {
    expect(shown(session(policy("careful"), [CONTEXT]))).toEqual([
      ["Bash python -m pytest -q --tb=short -W ignore tests/test_shop.py::test_total"],
      ["Read /repo/shop/price.py"],
      ["Edit "],
      ["Bash python -m pytest -q --tb=short tests/test_shop.py::test_total"],
    ]);
  });

  test("runs the command that a context gives for several tests", () => {
    const context = CONTEXT.replace("Re-run:", "Re-run (2 tests, one cause):");
    expect(session(policy("careful"), [context])).toEqual(session(policy("careful"), [CONTEXT]));
  });

  test("does not follow warnings, also where the head of their list was cut away", () => {
    const cut = WARNING.replace("=== warnings summary ===", "... [9 characters truncated] ...");
    expect(session(policy("careful"), [], TASK, `${OUTPUT}\n${cut}`)).toEqual(session(policy("careful"), []));
  });

  test("knows the fault where the test run shows it", () => {
    const output = `${OUTPUT}\nshop/price.py:210: in price_of\n    return TABLE.get(item)`;
    expect(shown(session(policy("heedless"), [], TASK, output))[1]).toEqual(["Read /repo/shop/price.py"]);
  });

  test("that believes only what it has opened opens the line first, but is led to it all the same", () => {
    const output = `${OUTPUT}\nshop/price.py:210: in price_of\n    return TABLE.get(item)`;
    const task = { ...TASK, sites: [{ ...FAULT, line: 900 }] };
    const later = (name: string) => shown(session(policy(name), [CONTEXT], task, output)).slice(1, 3);
    expect(later("ordinary")).toEqual([["Read /repo/shop/price.py"], ["Edit "]]);
    expect(later("doubtful")).toEqual([
      ["Read /repo/tests/test_shop.py", "Read /repo/shop/price.py"],
      ["Read /repo/shop/price.py"],
    ]);
  });

  test("that heeds no context does the same with and without it", () => {
    expect(session(policy("heedless"), [CONTEXT])).toEqual(session(policy("heedless"), []));
  });

  test("opens the test first, two places at once, and runs the file at the end", () => {
    const turns = shown(session(policy("ordinary"), []));
    expect(turns[1]).toEqual(["Read /repo/tests/test_shop.py", "Read /repo/shop/basket.py"]);
    expect(turns.at(-1)).toEqual(["Bash python -m pytest -q tests/test_shop.py 2>&1 | tail -20"]);
  });

  test("runs the tests again now and then where its rules say so", () => {
    const often: Policy = { ...policy("careful"), runAgainAfter: 1 };
    const runs = shown(session(often, [])).filter(([first]) => first?.startsWith("Bash"));
    expect(runs).toHaveLength(1 + 2 + 1);
  });

  test("runs tests as the prompt asks for", () => {
    const task = { ...TASK, habit: "rtk pytest" };
    const runs = shown(session(policy("wasteful"), [CONTEXT], task))
      .flat()
      .filter((call) => call.startsWith("Bash"));
    expect(runs).toEqual([
      "Bash rtk pytest tests/test_shop.py",
      "Bash rtk pytest tests/test_shop.py::test_total",
      "Bash rtk pytest tests/test_shop.py",
    ]);
    expect(shown(session(policy("careful"), [], task)).at(-1)).toEqual([
      "Bash rtk pytest tests/test_shop.py::test_total",
    ]);
  });

  test("runs tests as a hook says, where it heeds hooks", () => {
    const hint =
      "Faultline: for short test output in this repository run\n  uv run pytest -q --tb=short\nWhen a test fails, …";
    const runs = (name: string) =>
      shown(session(policy(name), [hint]))
        .flat()
        .filter((call) => call.startsWith("Bash"));
    expect(runs("ordinary").slice(1)).toEqual([
      "Bash uv run pytest -q --tb=short tests/test_shop.py::test_total",
      "Bash uv run pytest -q --tb=short tests/test_shop.py 2>&1 | tail -20",
    ]);
    expect(runs("heedless")).toEqual(
      shown(session(policy("heedless"), []))
        .flat()
        .filter((call) => call.startsWith("Bash")),
    );
  });

  test("opens the other places of the fix before it applies it", () => {
    const other = { path: "shop/basket.py", line: 900 };
    const turns = shown(session(policy("careful"), [CONTEXT], { ...TASK, sites: [FAULT, other] }));
    expect(turns.slice(1)).toEqual([
      ["Read /repo/shop/price.py", "Read /repo/shop/basket.py"],
      ["Edit "],
      ["Bash python -m pytest -q --tb=short tests/test_shop.py::test_total"],
    ]);
  });

  test("reads through the files that the output named where nothing else is left, and then gives up", () => {
    const hidden = { path: "shop/nowhere.py", line: 1 };
    const turns = shown(session(policy("careful"), [], { ...TASK, truth: truthOf(hidden), sites: [hidden] })).flat();
    expect(turns.filter((call) => call === "Read /repo/shop/basket.py").length).toBeGreaterThan(5);
    expect(turns.some((call) => call.startsWith("Edit"))).toBe(false);
  });

  test("gives a request that comes again the answer that it got", () => {
    const player = play(policy("careful"), TASK);
    const told: Transcript = { opening: [], turns: [] };
    expect(player.decide(told)).toBe(player.decide(told));
    expect([player.turns(), player.toolCalls(), player.foundTheFault()]).toEqual([1, { Bash: 1 }, false]);
  });
});

test("the rules of every policy are told in words: names are unique, commands and windows as they are", () => {
  expect(new Set(POLICIES.map(({ name }) => name)).size).toBe(POLICIES.length);
  for (const one of POLICIES) {
    const rules = rulesOf(one);
    const known =
      one.knows === "shown" ? "that the real fix changes is shown" : "opened one line that the real fix changes";
    for (const part of [one.run, `${one.window.before} lines before`, known]) {
      expect(rules).toContain(part);
    }
    expect(rules.includes("Never heeds")).toBe(!one.leads.includes("context"));
  }
});

test("a fix adds, changes and removes files", async () => {
  const { mkdtemp, writeFile, rm } = await import("node:fs/promises");
  const root = await mkdtemp("/tmp/fl-policy-");
  await writeFile(`${root}/a.py`, numbered("a", 1, 9));
  await writeFile(`${root}/old.py`, "x = 1\n");
  const fixed = new Map([
    ["a.py", numbered("a", 1, 9).replace("a 4", "b 4")],
    ["new.py", "y = 1\n"],
    ["old.py", undefined],
  ]);
  const task = await makeTask(
    { repo: root, tests: ["test_a.py"], prompt: "Run tests with `rtk pytest`." },
    truthOf({ path: "a.py", line: 4 }),
    fixed,
  );
  expect(task.fix.map(({ call }) => [call.name, call.input["file_path"] ?? call.input["command"]])).toEqual([
    ["Edit", `${root}/a.py`],
    ["Write", `${root}/new.py`],
    ["Bash", "rm -- 'old.py'"],
  ]);
  expect(task.habit).toBe("rtk pytest");
  expect(task.sites).toEqual([{ path: "a.py", line: 4 }]);
  await rm(root, { recursive: true });
});
