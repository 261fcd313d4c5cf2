import type { Rate } from "../../src/trial/rates.ts";
import { table } from "../table.ts";
import type { Compared } from "./compared.ts";
import type { Group } from "./groups.ts";
import { INJECTED } from "./metrics.ts";
import { type Comparison, counts, mean } from "./paired.ts";
import { byName, isLeaky, type SessionResult } from "./result.ts";
import { changeText, counted } from "./words.ts";

/** Each metric in two arms, pair by pair. */
export function pairedTable({ base, other, metrics, bytes }: Compared): string {
  if (bytes === undefined) return `No case has sessions that count in both ${base} and ${other}.`;
  const columns = ["metric", `mean ${base}`, `mean ${other}`, "all together", "typical case", "less", "more", "cases"];
  const shown = [INJECTED.show(bytes.base), INJECTED.show(bytes.other)];
  const last = ["bytes injected", ...shown, "", "", "", "", String(bytes.pairs.length)];
  return table(columns, [...metrics.map(changeRow), last]);
}

function changeRow({ metric, base, other, together, typical, less, more, pairs }: Comparison): string[] {
  return [
    metric.name,
    metric.show(base),
    metric.show(other),
    changeText(together),
    changeText(typical),
    String(less),
    String(more),
    String(pairs.length),
  ];
}

/** How many sessions fixed the bug, and what becomes of the others. */
export function fixedText({ base, other, fixed }: Compared): string {
  const { better, worse, p } = fixed.paired;
  const unfixed = [fixed.base, fixed.other].reduce((sum, { passed, total }) => sum + total - passed, 0);
  const left = unfixed === 0 ? "" : ` ${counted(unfixed, "session")} did not fix the bug; what they took counts.`;
  return `Fixed: ${rateText(base, fixed.base)}, ${rateText(other, fixed.other)}; only ${base} ${better}, only ${other} ${worse}, p ${p.toFixed(2)} (exact McNemar).${left}`;
}

function rateText(arm: string, { passed, total, low, high }: Rate): string {
  return `${arm} ${passed} of ${total} (${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %)`;
}

/** What each case took in each arm, by the sessions that count, and the verdicts of all of them. */
export function casesTable({ results }: Group, arms: readonly string[]): string {
  const found = arms.filter((arm) => results.some((one) => one.arm === arm));
  const rows = [...new Set(results.map((result) => result.case))]
    .toSorted(byName)
    .map((name) => [
      name,
      ...found.flatMap((arm) => cellsOf(results.filter((one) => one.case === name && one.arm === arm))),
    ]);
  const heads = found.flatMap((arm) => [`${arm} tokens`, `${arm} turns`, `${arm} bytes`, `${arm} verdict`]);
  return table(["case", ...heads], rows);
}

function cellsOf(own: readonly SessionResult[]): string[] {
  if (own.length === 0) return ["–", "–", "–", "–"];
  const valid = own.filter(counts);
  const of = (value: (one: SessionResult) => number) =>
    valid.length === 0 ? "–" : Math.round(mean(valid.map(value))).toLocaleString("en-US");
  return [
    of(({ record }) => record.tokens.input + record.tokens.output),
    of(({ record }) => record.turns),
    of(({ record }) => record.injectedBytes),
    [...new Set(own.map(verdictOf))].join(", "),
  ];
}

function verdictOf(result: SessionResult): string {
  if (result.record.ended === "failed") return "failed";
  return isLeaky(result) ? `${result.judged.verdict}, leak` : result.judged.verdict;
}
