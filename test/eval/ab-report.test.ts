import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compareAll } from "../../eval/ab/compared.ts";
import { resultsCsv } from "../../eval/ab/csv.ts";
import { groupsOf } from "../../eval/ab/groups.ts";
import { METRICS, type Metric } from "../../eval/ab/metrics.ts";
import { overview } from "../../eval/ab/overview.ts";
import { compare, pairsOf } from "../../eval/ab/paired.ts";
import { picture } from "../../eval/ab/picture.ts";
import { type Besides, reportText, summaryText } from "../../eval/ab/report.ts";
import type { SessionResult } from "../../eval/ab/result.ts";
import { writeReport } from "../../eval/ab/write-report.ts";
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
    ["whose diff could not be judged", { judged: { verdict: "not-applied" as const, reason: "", suspicions: [] } }],
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
  test("is of all cases together and of the typical one, and is the same for the same seed", () => {
    const made = compare(both, "A", "H", tokens, 1);
    expect(made).toMatchObject({ less: 2, more: 1, base: 200, other: 150 });
    expect(made?.together.value).toBeCloseTo(450 / 600 - 1);
    expect(made?.typical.value).toBeCloseTo((0.5 * 1.1 * 0.8) ** (1 / 3) - 1);
    expect(compare(both, "A", "H", tokens, 1)).toEqual(made);
  });

  test("has intervals no wider than the cases differ, and none around cases that agree", () => {
    const made = compare(both, "A", "H", tokens, 1);
    for (const { value, low, high } of [made?.together, made?.typical].filter((one) => one !== undefined)) {
      expect(low).toBeGreaterThanOrEqual(-0.5 - 1e-9);
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
      expect(high).toBeLessThanOrEqual(0.1 + 1e-9);
    }
    const same = ["1", "2", "3"].flatMap((name) => [spent(name, "A", 200), spent(name, "H", 100)]);
    expect(compare(same, "A", "H", tokens, 1)?.together).toEqual({ value: -0.5, low: -0.5, high: -0.5 });
  });

  test("is not made where no case is in both arms", () => {
    expect(compare([spent("8", "A", 1)], "A", "H", tokens, 1)).toBeUndefined();
  });
});

describe("groups", () => {
  const named = (results: readonly SessionResult[]) =>
    groupsOf(results).map(({ cases, agent, results: own }) => `${cases} ${agent} ${own.length}`);

  test("keep agents and collections of cases apart", () => {
    const simulated = both.map((one) => ({ ...one, agent: "policy:careful", simulated: true }));
    expect(named([...both, ...simulated, spent("8", "A", 1, { case: "bundled/log-report" })])).toEqual([
      "bundled claude 1",
      "youtube-dl claude 6",
      "youtube-dl policy:careful 6",
    ]);
  });

  test("have all real bugs together where they are of several projects", () => {
    const results = [...both, spent("1", "A", 50, { case: "tqdm/1" }), spent("1", "H", 40, { case: "tqdm/1" })];
    expect(named([...results, spent("8", "A", 1, { case: "injected/mean-load" })])).toEqual([
      "all real bugs claude 8",
      "injected claude 1",
      "tqdm claude 2",
      "youtube-dl claude 6",
    ]);
  });

  test("have those that raise and those that only assert apart, where results say so and both are there", () => {
    const raising = both.map((one) => ({ ...one, raises: one.case !== "youtube-dl/2" }));
    const unsaid = spent("30", "A", 5);
    expect(named([...raising, unsaid, spent("8", "A", 1, { case: "injected/x", raises: false })])).toEqual([
      "real bugs that raise claude 4",
      "real bugs that only assert claude 2",
      "injected claude 1",
      "youtube-dl claude 7",
    ]);
    expect(named(both.map((one) => ({ ...one, raises: true })))).toEqual(["youtube-dl claude 6"]);
  });
});

describe("a report", () => {
  const arms = ["A", "H"];
  const simulated = both.map((one) => ({ ...one, agent: "policy:careful", simulated: true, policy: "Runs the test." }));
  const nothing: Besides = { voids: new Map(), measured: undefined };
  const textOf = (results: readonly SessionResult[], besides: Partial<Besides> = {}) =>
    reportText(results, arms, compareAll(results, arms, 1), { ...nothing, ...besides });
  const quiet = (own: Partial<SessionResult>) => spent("8", "H", 100, { case: "bundled/log-report", ...own });

  test("begins with all agents together, then what each metric is", () => {
    const text = textOf([...both, ...simulated]);
    expect(text).toMatch(
      /### youtube-dl, against A\n\n\| agent .*\n\|-.*\n\| claude +\| H +\| -25\.0 % \(.*\n\| policy:careful, simulated \| H +\| -25\.0 % \(/,
    );
    expect(text.indexOf("### youtube-dl")).toBeLessThan(text.indexOf("## youtube-dl, claude"));
    expect(text).toMatch(/\| tokens +\| +200 \| +150 \| -25\.0 % \(-.*\) \| -23\.9 % \(-.*\) \| +2 \| +1 \| +3 \|/);
  });

  test("calls a simulation one above its tables and in its pictures, and states the policy", () => {
    const text = textOf(simulated);
    expect(text).toContain("## youtube-dl, policy:careful (simulation)\n\n**Simulation**: the model's part is played");
    expect(text).toContain("- **policy:careful**: Runs the test.");
    const compared = compareAll(simulated, arms, 1);
    expect(summaryText(simulated, arms, compared)).toMatch(/^\*\*Simulation\*\*/);
    expect(compared.map(picture).join()).toContain("Simulation: a scripted policy plays the model&apos;s part.");
    expect(overview(compared)).toContain("Simulation: scripted policies play the model&apos;s part.");
  });

  test("does not call a real agent's sessions a simulation", () => {
    const compared = compareAll(both, arms, 1);
    expect([textOf(both), ...compared.map(picture), overview(compared)].join()).not.toMatch(/simulat/i);
  });

  test("says how many sessions fixed nothing, whose tokens count", () => {
    const judged = { verdict: "not-fixed" as const, reason: "1 failed", suspicions: [] };
    const text = textOf([...both, spent("9", "A", 900, { judged }), spent("9", "H", 90)]);
    expect(text).toMatch(/Fixed: A 3 of 4 \(.*\), H 4 of 4 \(.*\); only A 0, only H 1, p 1\.00/);
    expect(text).toContain("1 session did not fix the bug; what they took counts.");
    expect(text).toMatch(/\| tokens +\| +375 /);
    expect(textOf(both)).not.toContain("did not fix");
  });

  test("says what small repositories got, and where it was not nothing", () => {
    expect(textOf([...both, quiet({}), quiet({ repetition: 2 }), quiet({ arm: "A" })])).toContain(
      "Small repositories, in which silence is right: 2 sessions with H on 1 case, 0 bytes injected.",
    );
    const loud = quiet({ agent: "local", record: { ...record, injectedBytes: 120 } });
    expect(textOf([quiet({ arm: "A" }), quiet({}), loud])).toContain(
      "2 sessions with H on 1 case, 120 bytes injected (bundled/log-report, H, local: 120).",
    );
    expect(textOf(both)).not.toContain("Small repositories");
  });

  test("says so where a case has no session that counts in both arms, and of one arm only what it took", () => {
    const failed = { ...spent("8", "H", 0), record: { ...record, ended: "failed" as const, problem: "no account" } };
    const text = textOf([spent("8", "A", 100), failed]);
    expect(text).toContain("No case has sessions that count in both A and H.");
    expect(text).not.toContain("NaN");
    expect(reportText([spent("8", "A", 100)], ["A"], [], nothing)).toMatch(/\| youtube-dl\/8 \| +100 \|/);
  });

  test("lists leaks, failures and what is worth a look", () => {
    const text = textOf([
      spent("8", "A", 1, { leaks: [{ kind: "network", how: "tried", where: "mirror.test:443", what: "asked for" }] }),
      { ...spent("9", "A", 1), record: { ...record, ended: "failed", problem: "no account" } },
      spent("10", "A", 1, { judged: { verdict: "fixed", reason: "", suspicions: ["compares with 17.5"] } }),
    ]);
    expect(text).toMatch(/\| youtube-dl\/8 \| A +\| claude +\| network +\| tried +\| mirror\.test:443: asked for/);
    expect(text).toContain("- youtube-dl/9, A, claude: no account");
    expect(text).toContain("- youtube-dl/10, A, claude: compares with 17.5");
    expect(text).not.toContain("Void");
  });

  test("says which cases are void, and why", () => {
    const voids = new Map([["luigi/10", "the tests do not fail before the fix: 3 passed"]]);
    expect(textOf(both, { voids })).toMatch(
      /## Void cases\n\n.*\n\n- luigi\/10: the tests do not fail before the fix: 3 passed/,
    );
  });

  test("says which Faultline was measured, and of how many sessions nobody knows", () => {
    const build = { version: "0.1.0", digest: "0123456789abcdef".repeat(4) };
    expect(textOf(both, { measured: { ...build, unknown: 0 } })).toContain(
      "\n\nFaultline 0.1.0, build 0123456789ab.\n\n",
    );
    expect(textOf(both, { measured: { ...build, unknown: 1 } })).toContain(
      "build 0123456789ab. This was noted when 1 session had been run already.",
    );
    expect(textOf(both)).not.toContain("build");
  });

  test("tells of a case what the sessions took that count, and the verdicts of all", () => {
    const failed = { record: { ...record, ended: "failed" as const, problem: "no account" } };
    const leaks = [{ kind: "fix", how: "open", where: "a.py", what: "" } as const];
    const again = { ...spent("8", "A", 0, { repetition: 2 }), ...failed };
    const text = textOf([...both, again, spent("8", "H", 9000, { repetition: 2, leaks })]);
    expect(text).toMatch(
      /\| youtube-dl\/8 +\| +200 \| +4 \| +0 \| fixed, failed +\| +100 \| +4 \| +0 \| fixed, fixed, leak +\|/,
    );
    expect(textOf([...both, { ...spent("9", "A", 0), ...failed }])).toMatch(
      /\| youtube-dl\/9 +\| +– \| +– \| +– \| failed +\| +– \| +– \| +– \| – +\|/,
    );
  });

  test("has nothing of sessions that do not count in its pictures", () => {
    const judged = { verdict: "not-fixed" as const, reason: "", suspicions: [] };
    const failed = spent("8", "A", 0, { judged, repetition: 2, record: { ...record, ended: "failed" } });
    const drawn = (results: readonly SessionResult[]) => compareAll(results, arms, 1).map(picture).join();
    expect(drawn([...both, failed])).toBe(drawn(both));
    expect(drawn([...both, { ...failed, record }])).toContain("not fixed: A");
  });

  test("is the same bytes in whatever order the sessions ended", async () => {
    const filesOf = async (results: readonly SessionResult[]) => {
      const out = await mkdtemp(join(tmpdir(), "ab-"));
      const told = await writeReport(out, results, nothing, ["A"], 1);
      const names = (await readdir(out)).toSorted();
      return [told, ...names, ...(await Promise.all(names.map((name) => readFile(join(out, name), "utf8"))))];
    };
    const results = [...both, ...simulated, spent("8", "rtk", 150)];
    const files = await filesOf(results);
    expect(await filesOf(results.toReversed())).toEqual(files);
    expect(files.slice(1, 7)).toEqual([
      "overview.svg",
      "report.md",
      "results.csv",
      "tokens-youtube-dl-claude-H.svg",
      "tokens-youtube-dl-claude-rtk.svg",
      "tokens-youtube-dl-policy-careful-H.svg",
    ]);
  });
});

test("pictures are well-formed whatever the cases and agents are called and take", () => {
  const nothing = [spent("0", "A", 0), spent("0", "H", 9_000_000)];
  const results = [...both, ...nothing].map((one) => ({ ...one, agent: "local:<b>&c" }));
  const compared = compareAll(results, ["A", "H"], 1);
  for (const drawn of [...compared.map(picture), overview(compared)]) {
    expect(drawn).toContain("local:&lt;b&gt;&amp;c");
    expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test("CSV has a line for each session, with what it was and whether it counts", () => {
  const judged = { verdict: "fixed" as const, reason: "1 passed\nin 3 s", suspicions: [] };
  const lines = resultsCsv([...both, spent("9", "A", 1, { judged, raises: false })])
    .trim()
    .split("\n");
  expect(lines).toHaveLength(8);
  expect(lines[0]).toMatch(/^case,arm,agent,repetition,simulated,counts,verdict,/);
  expect(lines[1]).toMatch(/^youtube-dl\/8,A,claude,1,false,true,fixed,finished,200,0,0,server,4,3,0.02,12.0,0,3,/);
  expect(lines[7]).toMatch(/,false,1 passed in 3 s,$/);
});
