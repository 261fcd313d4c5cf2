import { comparePairs } from "../../src/trial/paired.ts";
import { rateOf } from "../../src/trial/rates.ts";
import { table } from "../table.ts";
import { INJECTED, METRICS } from "./metrics.ts";
import { type Comparison, compare, counts, pairsOf } from "./paired.ts";
import type { SessionResult } from "./result.ts";

/** Sessions of one agent on one collection of cases. */
export interface Group {
  agent: string;
  /** The manifest or folder of its cases, such as "youtube-dl". */
  cases: string;
  results: SessionResult[];
}

/** Cases that are no real bugs. */
const OWN = ["injected", "bundled"];

/** All groups; an agent that met real bugs of several projects has one of them all as well, which comes first. */
export function groupsOf(results: readonly SessionResult[]): Group[] {
  const groups = new Map<string, Group>();
  const put = (cases: string, result: SessionResult) => {
    const key = `${cases} ${result.agent}`;
    const group = groups.get(key) ?? { agent: result.agent, cases, results: [] };
    group.results.push(result);
    groups.set(key, group);
  };
  const projectOf = (result: SessionResult) => result.case.split("/", 1)[0] ?? "";
  const real = results.filter((result) => !OWN.includes(projectOf(result)));
  const severalProjects = new Set(real.map(projectOf)).size > 1;
  if (severalProjects) for (const result of real) put(ALL_REAL, result);
  for (const result of results) put(projectOf(result), result);
  const rank = ({ cases }: Group) => (cases === ALL_REAL ? 0 : 1);
  return [...groups.values()].toSorted(
    (a, b) => rank(a) - rank(b) || a.cases.localeCompare(b.cases) || a.agent.localeCompare(b.agent),
  );
}

const ALL_REAL = "all real bugs";

/** What stands above and behind every table of a simulation. */
const SIMULATION = "**Simulation**: the model's part is played by a scripted policy, not by a model.";

/** The whole report, in Markdown. Pictures stand beside it, one for each group (see `pictureOf`). */
export function reportText(results: readonly SessionResult[], arms: readonly string[], seed: number): string {
  const [base = "A", ...others] = arms;
  const groups = groupsOf(results);
  const sections = groups.flatMap((group) => [
    `## ${group.cases}, ${group.agent}${isSimulated(group) ? " (simulation)" : ""}`,
    ...(isSimulated(group) ? [SIMULATION] : []),
    `![Tokens of each case](${pictureOf(group)})`,
    ...others.flatMap((other) => [pairedTable(group, base, other, seed), successText(group, base, other)]),
    casesTable(group, arms),
  ]);
  return `${[head(results, arms), ...sections, policiesText(results), leaksText(results), problemsText(results)]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

/** The paired tables alone, for a terminal. */
export function pairedTables(results: readonly SessionResult[], arms: readonly string[], seed: number): string {
  const [base = "A", ...others] = arms;
  const tables = groupsOf(results).flatMap((group) =>
    others.map((other) =>
      [
        `${group.cases}, ${group.agent}: ${other} against ${base}${isSimulated(group) ? " (simulation by a scripted policy)" : ""}`,
        pairedTable(group, base, other, seed),
        successText(group, base, other),
      ].join("\n\n"),
    ),
  );
  return tables.join("\n\n");
}

export function isSimulated({ results }: Group): boolean {
  return results.some(({ simulated }) => simulated);
}

/** The name of a group's picture. */
export function pictureOf({ cases, agent }: Group): string {
  return `tokens-${cases}-${agent}.svg`.replaceAll(/[^\w.-]+/g, "-");
}

function head(results: readonly SessionResult[], arms: readonly string[]): string {
  const valid = results.filter(counts);
  const isolation = [...new Set(results.map((result) => result.isolation))].join(", ");
  const counters = [...new Set(results.map(({ record }) => record.tokens.counter))].join("; ");
  return [
    "# A/B comparison",
    `${results.length} sessions, ${valid.length} of which count, on ${new Set(valid.map((one) => one.case)).size} cases; arms ${arms.join(", ")}.`,
    `Each session had a fresh checkout, and its diff was judged in another one, with tests that it had not seen. Isolation: ${isolation}. Tokens counted by: ${counters}.`,
    "A change is that of the sums over all cases; in brackets its 95 % interval (bootstrap over cases, 10,000 draws). Less is better.",
  ].join("\n\n");
}

function pairedTable(group: Group, base: string, other: string, seed: number): string {
  const rows = METRICS.flatMap((metric) => compare(group.results, base, other, metric, seed) ?? []).map(changeRow);
  const bytes = pairsOf(group.results, base, other, INJECTED);
  const columns = ["metric", `mean ${base}`, `mean ${other}`, "change", "median", "less", "more", "cases"];
  const injected = (of: (pair: { base: number; other: number }) => number) =>
    INJECTED.show(bytes.reduce((sum, pair) => sum + of(pair), 0) / bytes.length);
  const last = ["bytes injected", injected((pair) => pair.base), injected((pair) => pair.other), "", "", "", ""];
  return table(columns, [...rows, ...(bytes.length === 0 ? [] : [[...last, String(bytes.length)]])]);
}

function changeRow({ metric, base, other, change, low, high, median, less, more, pairs }: Comparison): string[] {
  return [
    metric.name,
    metric.show(base),
    metric.show(other),
    `${percent(change)} (${percent(low)} to ${percent(high)})`,
    percent(median),
    String(less),
    String(more),
    String(pairs.length),
  ];
}

function successText({ results }: Group, base: string, other: string): string {
  const valid = results.filter(counts);
  const rate = (arm: string) => {
    const own = valid.filter((result) => result.arm === arm);
    const { passed, total, low, high } = rateOf(own.filter(isFixed).length, own.length);
    return `${arm} ${passed} of ${total} (${percent(low).slice(1)} to ${percent(high).slice(1)})`;
  };
  const pairs = valid
    .filter(({ arm }) => arm === base)
    .flatMap((first) => {
      const second = valid.find(
        (one) => one.arm === other && one.case === first.case && one.repetition === first.repetition,
      );
      return second ? [[isFixed(first), isFixed(second)] as const] : [];
    });
  const { better, worse, p } = comparePairs(pairs);
  return `Fixed: ${rate(base)}, ${rate(other)}; only ${base} ${better}, only ${other} ${worse}, p ${p.toFixed(2)} (exact McNemar).`;
}

function isFixed({ judged }: SessionResult): boolean {
  return judged.verdict === "fixed";
}

function casesTable({ results }: Group, arms: readonly string[]): string {
  const names = [...new Set(results.map((result) => result.case))];
  const rows = names
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => {
      const cells = arms.map((arm) => {
        const own = results.filter((one) => one.case === name && one.arm === arm);
        const sum = (of: (one: SessionResult) => number) =>
          Math.round(own.reduce((all, one) => all + of(one), 0) / own.length);
        if (own.length === 0) return ["–", "–", "–", "–"];
        const tokens = sum(({ record }) => record.tokens.input + record.tokens.output).toLocaleString("en-US");
        const verdicts = [...new Set(own.map(verdictOf))].join(", ");
        return [
          tokens,
          String(sum(({ record }) => record.turns)),
          String(sum(({ record }) => record.injectedBytes)),
          verdicts,
        ];
      });
      return [name, ...cells.flat()];
    });
  const heads = arms.flatMap((arm) => [`${arm} tokens`, `${arm} turns`, `${arm} bytes`, `${arm} verdict`]);
  return table(["case", ...heads], rows);
}

function verdictOf(result: SessionResult): string {
  if (result.record.ended === "failed") return "failed";
  return counts(result) ? result.judged.verdict : `${result.judged.verdict}, leak`;
}

function policiesText(results: readonly SessionResult[]): string {
  const policies = new Map(
    results.flatMap(({ agent, policy }) => (policy === undefined ? [] : [[agent, policy] as const])),
  );
  if (policies.size === 0) return "";
  return `## The policies\n\n${[...policies].map(([name, rules]) => `- **${name}**: ${rules}`).join("\n")}`;
}

function leaksText(results: readonly SessionResult[]): string {
  const rows = results.flatMap(({ leaks, agent, arm, ...result }) =>
    leaks.map(({ kind, how, where, what }) => [
      result.case,
      arm,
      agent,
      kind,
      how,
      `${where}: ${what}`.replaceAll(/[|\n]/g, " "),
    ]),
  );
  if (rows.length === 0)
    return "## Leaks\n\nNone: no session could reach, reached for, or was told anything of the answer.";
  const note = "Sessions in which something was open or used count nowhere; what was tried in vain is only on record.";
  return `## Leaks\n\n${note}\n\n${table(["case", "arm", "agent", "kind", "how", "where"], rows)}`;
}

function problemsText(results: readonly SessionResult[]): string {
  const failed = results.filter(({ record }) => record.ended === "failed");
  const doubts = results.flatMap(({ judged, agent, arm, ...result }) =>
    judged.suspicions.map((suspicion) => `- ${result.case}, ${arm}, ${agent}: ${suspicion}`),
  );
  const lines = failed.map(
    ({ record, agent, arm, ...result }) => `- ${result.case}, ${arm}, ${agent}: ${record.problem}`,
  );
  return [
    ...(lines.length === 0 ? [] : [`## Sessions that failed\n\n${lines.join("\n")}`]),
    ...(doubts.length === 0 ? [] : [`## Worth a look\n\n${doubts.join("\n")}`]),
  ].join("\n\n");
}

/** -12.3 %, always with its sign. */
function percent(share: number): string {
  if (!Number.isFinite(share)) return "–";
  return `${share < 0 ? "-" : "+"}${Math.abs(share * 100).toFixed(1)} %`;
}
