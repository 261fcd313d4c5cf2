import type { Estimate } from "../../src/trial/bootstrap.ts";
import { circle, diamond, label, line } from "../svg.ts";

/** A change with its interval, as one line of a forest plot. */
export interface ForestRow {
  /** At the left; empty where the row belongs to the one above. */
  name: string;
  /** What the change is of. */
  what: string;
  change: Estimate;
  mark: "circle" | "diamond";
}

/** Where things stand: names end at `left`, the axis goes from there on, numbers follow it. */
export interface Area {
  left: number;
  width: number;
}

/** A scale of ratios by its logarithm: half as much is as far from the middle as twice as much. */
export interface RatioScale {
  /** Ratios to be written at the axis. */
  ticks: readonly number[];
  x(share: number): number;
}

/** Ratios that a scale may end at, and have ticks at. */
const STEPS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10, 20];
/** Pixels from one tick to the next. */
const APART = 56;
export const FOREST_ROW = 20;

/** A scale that holds these changes with their intervals; what goes beyond 20 times or a 20th ends at its edge. */
export function ratioScale(changes: readonly Estimate[], { left, width }: Area): RatioScale {
  const ratios = changes.flatMap(({ value, low, high }) => [value, low, high]).map((share) => 1 + share);
  const finite = [0.9, 1.1, ...ratios.filter(Number.isFinite)];
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const from = STEPS.findLast((step) => step <= least) ?? 0.05;
  const to = STEPS.find((step) => step >= most) ?? 20;
  const reach = Math.log(to / from);
  const x = (share: number) => left + (width * (Math.log(clamped(1 + share, from, to)) - Math.log(from))) / reach;
  const inside = STEPS.filter((step) => step >= from && step <= to);
  const apart = (ticks: number[], step: number) =>
    ticks.every((tick) => Math.abs(x(tick - 1) - x(step - 1)) >= APART) ? [...ticks, step] : ticks;
  return { ticks: [1, from, to, ...inside].reduce(apart, []), x };
}

/** The grid of a scale, its middle, and which way is better. */
export function ratioAxis({ ticks, x }: RatioScale, top: number, bottom: number): string[] {
  return [
    ...ticks.flatMap((ratio) => [
      line(x(ratio - 1), top, x(ratio - 1), bottom, ratio === 1 ? "zero" : "grid"),
      label(x(ratio - 1), bottom + 16, ratio === 1 ? "the same" : signedPercent(ratio - 1), "note middle"),
    ]),
    label(x(0) - 14, bottom + 34, "← less", "note end"),
    label(x(0) + 14, bottom + 34, "more →", "note"),
  ];
}

/** Rows from `top` down, `FOREST_ROW` each. */
export function forestRows(
  rows: readonly ForestRow[],
  scale: RatioScale,
  { left, width }: Area,
  top: number,
): string[] {
  return rows.flatMap(({ name, what, change, mark }, index) => {
    const y = top + (index + 0.5) * FOREST_ROW;
    const look = lookOf(change);
    const draw = mark === "circle" ? circle : diamond;
    return [
      ...(name === "" ? [] : [label(20, y + 4, name)]),
      label(left - 12, y + 4, what, "note end"),
      ...(Number.isNaN(change.low) ? [] : [line(scale.x(change.low), y, scale.x(change.high), y, look)]),
      draw(scale.x(change.value), y, look),
      label(left + width + 14, y + 4, changeOf(change), look),
    ];
  });
}

/** Less or more where the interval leaves no doubt. */
function lookOf({ low, high }: Estimate): string {
  if (high < 0) return "less";
  return low > 0 ? "more" : "unclear";
}

function changeOf({ value, low, high }: Estimate): string {
  return Number.isNaN(low) ? signedPercent(value) : `${signedPercent(value)} (${signed(low)} to ${signed(high)})`;
}

/** `−12 %` or `−1.2 %`, for pictures. */
export function signedPercent(share: number): string {
  return Number.isFinite(share) ? `${signed(share)} %` : "–";
}

function signed(share: number): string {
  const size = Math.abs(share) * 100;
  const digits = size < 9.95 ? size.toFixed(1) : size.toFixed(0);
  return `${share < 0 && Number(digits) > 0 ? "−" : "+"}${digits.replace(/\.0$/, "")}`;
}

function clamped(value: number, from: number, to: number): number {
  return Math.max(from, Math.min(to, value));
}
