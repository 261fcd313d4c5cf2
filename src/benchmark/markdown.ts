import type { Rate } from "../trial/rates.ts";

/** A Markdown table; columns of numbers stand right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |`;
  const isNumeric = head.map((_, at) => rows.every((row) => /^(?:[<±+−]? ?\d.*|–)$/.test(row[at] ?? "")));
  const rule = `| ${isNumeric.map((numeric) => (numeric ? "--:" : ":--")).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** `97.0 % (91.5–99.0)`: the rate with its interval; `–` of nothing. */
export function rateText({ rate, low, high, total }: Rate): string {
  return total === 0 ? "–" : `${percent(rate)} (${bare(low)}–${bare(high)})`;
}

/** `97.0 %` */
export function percent(share: number): string {
  return Number.isNaN(share) ? "–" : `${bare(share)} %`;
}

/** Milliseconds for a person. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `1 session`, `2 sessions` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Text of whatever origin as code, in which nothing means anything. */
export function code(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const line = text.replace(/\s+/g, " ").trim();
  return fence.length === 1 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** Never rounded up to 100 nor down to 0. */
function bare(share: number): string {
  const tenths = share * 1000;
  const rounded = share < 1 && tenths > 999 ? 999 : share > 0 && tenths < 1 ? 1 : Math.round(tenths);
  return (rounded / 10).toFixed(1);
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("\n", " ");
}
