import { describe, expect, test } from "vitest";
import { resultsCsv } from "../../eval/ab/csv.ts";
import { METRICS, type Metric } from "../../eval/ab/metrics.ts";
import { compare, pairsOf } from "../../eval/ab/paired.ts";
import { picture } from "../../eval/ab/picture.ts";
import { groupsOf, pairedTables, reportText } from "../../eval/ab/report.ts";
import type { SessionResult } from "../../eval/ab/result.ts";
import { resultOf } from "./ab-sample.ts";

const tokens = METRICS[0] as Metric;
const { record } = resultOf({});

function spent(name: string, arm: string, input: number, own: Partial<SessionResult> = {}): SessionResult {
  const counted = { ...record.tokens, input, output: 0 };
  return resultOf({ case: `youtube-dl/${name}`, arm, ...own, record: { ...record, tokens: counted, ...own.record } });
}

const both = [
  ...[spent("8", "A", 200), spent("8", "H", 100), spent("16", "A", 100), spent("16", "H", 110)],
  ...[spent("2", "A", 300), spent("2", "H", 240)],
];

describe("pairs", () => {
  test("are of the mean over a case's repetitions, cases in the order of their numbers", () => {
    const again = [spent("8", "A", 300, { repetition: 2 }), spent("8", "H", 300, { repetition: 2 })];
    expect(pairsOf([...both, ...again], "A", "H", tokens)).toEqual([
      { case: "youtube-dl/2", base: 300, other: 240 },
      { case: "youtube-dl/8", base: 250, other: 200 },
      { case: "youtube-dl/16", base: 100, other: 110 },
    ]);
  });

  const leak = { kind: "fix", how: "open", where: "x", what: "y" } as const;
  test.each([
    ["that failed", { record: { ...record, ended: "failed" as const } }],
    ["with the answer in reach", { leaks: [leak] }],
    ["whose agent was told the answer", { leaks: [{ ...leak, how: "used" as const }] }],
    ["whose diff could not be judged", { judged: { verdict: "void" as const, reason: "", suspicions: [] } }],
  ])("have no sessions %s", (_, own) => {
    const results = [spent("8", "A", 200), { ...spent("8", "H", 100), ...own }];
    expect(pairsOf(results, "A", "H", tokens)).toEqual([]);
  });

  test("have those that tried in vain", () => {
    const results = [spent("8", "A", 200), spent("8", "H", 100, { leaks: [{ ...leak, how: "tried" }] })];
    expect(pairsOf(results, "A", "H", tokens)).toHaveLength(1);
  });
});

describe("a comparison", () => {
  test("is of the sums, and its interval holds it and is the same for the same seed", () => {
    const made = compare(both, "A", "H", tokens, 1);
    expect(made).toMatchObject({ change: 450 / 600 - 1, less: 2, more: 1, base: 200, other: 150 });
    expect(made?.median).toBeCloseTo(-0.2);
    expect(made?.low).toBeLessThan(-0.25);
    expect(made?.high).toBeGreaterThan(-0.25);
    expect(compare(both, "A", "H", tokens, 1)).toEqual(made);
  });

  test("has an interval no wider than the cases differ, and none around cases that agree", () => {
    const made = compare(both, "A", "H", tokens, 1);
    expect(made?.low).toBeGreaterThanOrEqual(-0.5);
    expect(made?.high).toBeLessThanOrEqual(0.1 + 1e-9);
    const same = ["1", "2", "3"].flatMap((name) => [spent(name, "A", 200), spent(name, "H", 100)]);
    expect(compare(same, "A", "H", tokens, 1)).toMatchObject({ change: -0.5, low: -0.5, high: -0.5 });
  });

  test("covers the truth about as often as it says", () => {
    // Cases of which the other arm takes 0.6 to 1.0 of what the first one takes, 0.8 in the mean.
    const covered = Array.from({ length: 60 }, (_, run) => {
      const drawn = Array.from({ length: 20 }, (_, n) => ({
        n,
        share: 0.6 + (0.4 * ((run * 7919 + n * 104_729) % 997)) / 996,
      }));
      const results = drawn.flatMap(({ n, share }) => [
        spent(`${n}`, "A", 10_000),
        spent(`${n}`, "H", Math.round(10_000 * share)),
      ]);
      const made = compare(results, "A", "H", tokens, run);
      return made !== undefined && made.low <= -0.2 && -0.2 <= made.high;
    }).filter(Boolean).length;
    expect(covered).toBeGreaterThanOrEqual(48);
  });

  test("is not made where no case is in both arms", () => {
    expect(compare([spent("8", "A", 1)], "A", "H", tokens, 1)).toBeUndefined();
  });
});

describe("a report", () => {
  const simulated = both.map((one) => ({ ...one, agent: "policy:careful", simulated: true, policy: "Runs the test." }));

  test("calls a simulation one above its tables and in its picture, and states the policy", () => {
    const text = reportText(simulated, ["A", "H"], 1);
    expect(text).toContain("## youtube-dl, policy:careful (simulation)\n\n**Simulation**: the model's part is played");
    expect(text).toContain("- **policy:careful**: Runs the test.");
    expect(pairedTables(simulated, ["A", "H"], 1)).toContain("(simulation by a scripted policy)");
    const [group] = groupsOf(simulated);
    expect(group && picture(group, "A", "H", 1)).toContain("Simulation: a scripted policy plays the model's part.");
  });

  test("does not call a real agent's sessions a simulation", () => {
    expect(reportText(both, ["A", "H"], 1)).not.toMatch(/simulation/i);
  });

  test("keeps agents and collections of cases apart", () => {
    const groups = groupsOf([...both, ...simulated, spent("8", "A", 1, { case: "bundled/log-report" })]);
    expect(groups.map(({ cases, agent, results }) => `${cases} ${agent} ${results.length}`)).toEqual([
      "bundled claude 1",
      "youtube-dl claude 6",
      "youtube-dl policy:careful 6",
    ]);
  });

  test("has all real bugs together where they are of several projects", () => {
    const results = [...both, spent("1", "A", 50, { case: "tqdm/1" }), spent("1", "H", 40, { case: "tqdm/1" })];
    const [first, ...others] = groupsOf([...results, spent("8", "A", 1, { case: "injected/mean-load" })]);
    expect(first?.cases).toBe("all real bugs");
    expect(first?.results).toHaveLength(8);
    expect(others.map(({ cases }) => cases)).toEqual(["injected", "tqdm", "youtube-dl"]);
    expect(first && picture(first, "A", "H", 1)).toContain(">tqdm/1</text>");
  });

  test("lists leaks, failures and what is worth a look", () => {
    const text = reportText(
      [
        spent("8", "A", 1, { leaks: [{ kind: "network", how: "tried", where: "mirror.test:443", what: "asked for" }] }),
        { ...spent("9", "A", 1), record: { ...record, ended: "failed", problem: "no account" } },
        spent("10", "A", 1, { judged: { verdict: "fixed", reason: "", suspicions: ["compares with 17.5"] } }),
      ],
      ["A", "H"],
      1,
    );
    expect(text).toMatch(/\| youtube-dl\/8 \| A +\| claude +\| network +\| tried +\| mirror\.test:443: asked for/);
    expect(text).toContain("- youtube-dl/9, A, claude: no account");
    expect(text).toContain("- youtube-dl/10, A, claude: compares with 17.5");
  });
});

test("the picture is well-formed whatever the cases and agents are called", () => {
  const results = both.map((one) => ({ ...one, agent: "local:<b>&c" }));
  const [group] = groupsOf(results);
  const svg = group === undefined ? "" : picture(group, "A", "H", 1);
  expect(svg).toContain("local:&lt;b>&amp;c");
  expect(svg).not.toContain("NaN");
});

test("CSV has a line for each session, with what it was and whether it counts", () => {
  const lines = resultsCsv(both).trim().split("\n");
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatch(/^case,arm,agent,repetition,simulated,counts,verdict,/);
  expect(lines[1]).toMatch(/^youtube-dl\/8,A,claude,1,false,true,fixed,finished,200,0,0,server,4,3,0.02,12.0,0,3,/);
});
