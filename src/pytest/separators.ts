const KNOWN_TITLE =
  /^=+ (?:FAILURES|ERRORS|PASSES|XFAILURES|XPASSES|test session starts|short test summary info|warnings summary.*|slowest .*|\d+ [a-z].* in \d[\d.]*s.*|no tests ran in .*) =+$/;
const UNDERLINED = /^(_+) .+? (_+)$/;
const DEFAULT_WIDTH = 80;

/**
 * How wide pytest took the terminal to be. All its separator lines have this length, which tells
 * them from lookalikes that a test printed.
 */
export function separatorWidth(lines: readonly string[]): number {
  const sessions = lines.filter((line) => line.startsWith("=") && KNOWN_TITLE.test(line));
  const headings = sessions.length > 0 ? [] : lines.filter(isBalancedUnderline);
  return mostCommonLength([...sessions, ...headings]) ?? DEFAULT_WIDTH;
}

function isBalancedUnderline(line: string): boolean {
  const match = line.startsWith("__") ? UNDERLINED.exec(line) : null;
  if (!match || lengthOf(line) < 40) return false;
  return Math.abs((match[1] ?? "").length - (match[2] ?? "").length) <= 1;
}

function mostCommonLength(lines: string[]): number | undefined {
  const counts = new Map<number, number>();
  for (const line of lines) counts.set(lengthOf(line), (counts.get(lengthOf(line)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The title of a separator line that pytest itself printed: `==== FAILURES ====` gives `FAILURES`; else undefined. */
export function titleOf(line: string, fill: "=" | "_" | "-", width: number): string | undefined {
  if (!line.startsWith(`${fill}`)) return undefined;
  let start = 0;
  while (line[start] === fill) start += 1;
  let end = line.length;
  while (end > start && line[end - 1] === fill) end -= 1;
  if (line[start] !== " " || line[end - 1] !== " " || end - start < 3) return undefined;
  const title = line.slice(start + 1, end - 1);
  return line === separator(title, fill, width) ? title : undefined;
}

/** How pytest writes a separator line around a title. */
function separator(title: string, fill: string, width: number): string {
  const count = Math.max(Math.floor((width - lengthOf(title) - 2) / 2), 1);
  const side = fill.repeat(count);
  const line = `${side} ${title} ${side}`;
  return lengthOf(line) + 1 <= width ? line + fill : line;
}

/** In code points, as Python counts. */
function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
