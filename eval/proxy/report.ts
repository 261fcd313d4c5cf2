import { csvLine, table } from "../table.ts";
import type { Measured } from "./blocks.ts";

/** One line of the table. */
export interface Row extends Measured {
  transport: "stdio" | "HTTP";
  /** What the proxy has to look out for. */
  profile: string;
  /** The most milliseconds that it may add to a call, where there is such a limit. */
  limit: number | undefined;
}

const ms = (value: number) => value.toFixed(value < 10 ? 3 : 1);
const sizes = (bytes: number) => (bytes < 1_000_000 ? `${bytes} B` : `${bytes / 1_000_000} MB`);

/** What the proxy costs, as text. */
export function proxyTable(rows: readonly Row[]): string {
  return table(
    [
      "transport",
      "rules",
      "answer",
      "in flight",
      "direct ms",
      "proxied ms",
      "added ms",
      "ratio",
      "lowest – highest",
      "calls/s direct",
      "calls/s proxied",
      "at most",
    ],
    rows.map((row) => [
      row.transport,
      row.profile,
      sizes(row.bytes),
      String(row.inFlight),
      ms(row.base),
      ms(row.other),
      ms(row.added),
      `${row.ratio.toFixed(2)}×`,
      `${row.low.toFixed(2)}× – ${row.high.toFixed(2)}×`,
      (1000 / row.base).toFixed(0),
      (1000 / row.other).toFixed(0),
      row.limit === undefined ? "" : `${row.limit} ms: ${row.added <= row.limit ? "kept" : "OVER"}`,
    ]),
  );
}

/** The same as CSV. */
export function proxyCsv(rows: readonly Row[]): string {
  const head = "transport,rules,bytes,in_flight,direct_ms,proxied_ms,added_ms,ratio,ratio_low,ratio_high";
  const lines = rows.map((row) =>
    csvLine([
      row.transport,
      row.profile,
      row.bytes,
      row.inFlight,
      ...[row.base, row.other, row.added, row.ratio, row.low, row.high].map((value) => value.toFixed(4)),
    ]),
  );
  return `${[head, ...lines].join("\n")}\n`;
}
