import { circle, label, line, shortened, svg } from "../svg.ts";
import type { Compared } from "./compared.ts";
import { FOREST_ROW, type ForestRow, forestRows, ratioAxis, ratioScale, signedPercent } from "./forest.ts";
import { isSimulated } from "./groups.ts";
import { counts, type Pair } from "./paired.ts";

const WIDTH = 800;
const AREA = { left: 190, width: 420 };
const ROW = 20;
const TOP = 92;

/**
 * A picture of one comparison: for each case its tokens in both arms, by logarithm, joined by a line that is green where
 * the other arm takes less; below, the change of each metric with its interval.
 */
export function picture(compared: Compared): string {
  const { group, base, other, metrics } = compared;
  const pairs = metrics.find(({ metric }) => metric.name === "tokens")?.pairs ?? [];
  const bottom = TOP + pairs.length * ROW;
  const forestTop = bottom + 74;
  const rows = forestOf(compared);
  const forestBottom = forestTop + rows.length * FOREST_ROW;
  const scale = ratioScale(
    rows.map(({ change }) => change),
    AREA,
  );
  const title = `${group.cases}, ${group.agent}: ${other} against ${base}`;
  const note = `Tokens of a session, by logarithm.${isSimulated(group) ? " Simulation: a scripted policy plays the model's part." : ""}`;
  return svg(WIDTH, forestBottom + 48, `${title}. ${note}`, [
    label(20, 28, shortened(title, 84), "title"),
    label(20, 48, note, "note"),
    ...legend(base, other),
    ...dumbbells(pairs, compared),
    label(20, forestTop - 14, "Change over all cases, with its 95 % interval", "head"),
    ...ratioAxis(scale, forestTop, forestBottom),
    ...forestRows(rows, scale, AREA, forestTop),
  ]);
}

function dumbbells(pairs: readonly Pair[], { group, base, other }: Compared): string[] {
  const { x, ticks } = tokenScale(pairs);
  const bottom = TOP + pairs.length * ROW;
  const oneProject = new Set(pairs.map((pair) => pair.case.split("/", 1)[0])).size === 1;
  const grid = ticks.flatMap((tokens) => [
    line(x(tokens), TOP - 4, x(tokens), bottom, "grid"),
    label(x(tokens), bottom + 16, shortNumber(tokens), "note middle"),
  ]);
  const unfixedOnes = group.results.filter((one) => counts(one) && one.judged.verdict !== "fixed");
  const sorted = pairs.toSorted((a, b) => a.other / a.base - b.other / b.base);
  const rows = sorted.flatMap((pair, index) => {
    const y = TOP + (index + 0.5) * ROW;
    const look = pair.other === pair.base ? "unclear" : pair.other < pair.base ? "less" : "more";
    const name = oneProject ? pair.case.split("/").slice(1).join("/") : pair.case;
    const unfixed = [base, other].filter((arm) => unfixedOnes.some((one) => one.case === pair.case && one.arm === arm));
    return [
      label(AREA.left - 12, y + 4, shortened(name, 24), "end"),
      line(x(pair.base), y, x(pair.other), y, look),
      circle(x(pair.base), y, "base"),
      circle(x(pair.other), y, look),
      label(AREA.left + AREA.width + 14, y + 4, signedPercent(pair.other / pair.base - 1), look),
      ...(unfixed.length === 0
        ? []
        : [label(AREA.left + AREA.width + 66, y + 4, `not fixed: ${unfixed.join(", ")}`, "note")]),
    ];
  });
  return [...grid, ...rows];
}

/** From the round number below the least to the one above the most. */
function tokenScale(pairs: readonly Pair[]) {
  const values = pairs.flatMap(({ base, other }) => [base, other]).map((value) => Math.max(1, value));
  const least = Math.min(...values, Number.MAX_SAFE_INTEGER);
  const most = Math.max(1, ...values);
  const powers = Array.from({ length: 16 }, (_, power) => 10 ** power);
  const steps = powers.flatMap((power) => [power, 2 * power, 5 * power]);
  const from = steps.findLast((step) => step <= least) ?? 1;
  const to = steps.find((step) => step > most) ?? most;
  const all = steps.filter((step) => step >= from && step <= to);
  const ticks = all.length <= 9 ? all : all.filter((step) => powers.includes(step));
  const x = (tokens: number) =>
    AREA.left + (AREA.width * Math.log(Math.max(1, tokens) / from)) / Math.log(Math.max(2, to / from));
  return { x, ticks };
}

/** Tokens both ways; of the other metrics the typical case. */
function forestOf({ metrics }: Compared): ForestRow[] {
  return metrics
    .flatMap(({ metric, together, typical }): ForestRow[] => [
      ...(metric.name === "tokens"
        ? [{ name: "", what: "tokens, all together", change: together, mark: "diamond" as const }]
        : []),
      { name: "", what: `${metric.name.replace(", $", "")}, typical case`, change: typical, mark: "circle" },
    ])
    .filter(({ change }) => Number.isFinite(change.value));
}

function legend(base: string, other: string): string[] {
  const y = 70;
  const { left } = AREA;
  return [
    ...[circle(left + 6, y - 4, "base"), label(left + 18, y, base)],
    ...[circle(left + 106, y - 4, "less"), label(left + 118, y, `${other}, less`)],
    ...[circle(left + 226, y - 4, "more"), label(left + 238, y, `${other}, more`)],
  ];
}

function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`;
  return value >= 1000 ? `${value / 1000}k` : String(value);
}
