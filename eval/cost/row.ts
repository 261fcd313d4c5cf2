import type { Summary } from "../pairs.ts";
import { csvLine, table } from "../table.ts";

/** One line of the cost table. */
export interface Row extends Summary {
  /** What is measured, such as "traced re-run". */
  group: string;
  name: string;
  /** What it is compared with. */
  against: string;
  /** The most that the ratio may be. */
  limit: number;
}

const times = (ratio: number) => `${ratio.toFixed(ratio < 0.1 ? 3 : 2)}×`;
const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;

/** The costs as text. */
export function costTable(rows: readonly Row[]): string {
  return table(
    ["what", "of", "takes", "against", "takes", "ratio", "lowest – highest", "at most", ""],
    rows.map((row) => [
      row.group,
      row.name,
      ms(row.other),
      row.against,
      ms(row.base),
      times(row.ratio),
      `${times(row.low)} – ${times(row.high)}`,
      times(row.limit),
      row.ratio <= row.limit ? "kept" : "OVER",
    ]),
  );
}

/** The costs as CSV; times in milliseconds. */
export function costCsv(rows: readonly Row[]): string {
  const head = ["what", "of", "against", "ms", "against_ms", "ratio", "ratio_low", "ratio_high", "limit"];
  const lines = rows.map((row) =>
    csvLine([
      row.group,
      row.name,
      row.against,
      row.other.toFixed(2),
      row.base.toFixed(2),
      row.ratio.toFixed(4),
      row.low.toFixed(4),
      row.high.toFixed(4),
      row.limit,
    ]),
  );
  return `${[csvLine(head), ...lines].join("\n")}\n`;
}
