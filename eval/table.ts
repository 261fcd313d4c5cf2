/** Lays out rows as a Markdown table whose columns line up; numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? "").length)));
  const right = head.map((_, column) => rows.every((row) => /^[\d,.×x\s%+–-]*( .*)?$/.test(row[column] ?? "")));
  const line = (cells: readonly string[]) =>
    `| ${widths
      .map((width, column) =>
        right[column] ? (cells[column] ?? "").padStart(width) : (cells[column] ?? "").padEnd(width),
      )
      .join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (right[column] ? `${"-".repeat(width + 1)}:` : "-".repeat(width + 2))).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** One line of CSV (RFC 4180). */
export function csvLine(cells: readonly (string | number | boolean | undefined)[]): string {
  return cells
    .map((cell) => {
      const text = cell === undefined ? "" : String(cell);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(",");
}

/** The middle one of some numbers, the mean of the two in the middle of an even count; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return (low + (sorted[Math.floor(middle)] ?? low)) / 2;
}
