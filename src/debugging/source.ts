import { readFileSync } from "node:fs";
import { redactSource } from "../kernel/redact.ts";

/** Some consecutive lines of a source file, without the secrets in them. */
export interface Excerpt {
  /** 1-based number of the first line. */
  first: number;
  lines: string[];
  /** The `def` line of the function around, where it is not among `lines`. */
  heading: { line: number; text: string } | undefined;
}

const MAX_FILE = 5_000_000;

/**
 * The lines around one line of a file that belong to the same function, at most `before` above and `after` below,
 * without blank lines at either end. Undefined where the file has no such line.
 */
export function excerptAround(
  at: { path: string; line: number },
  reach: { before: number; after: number },
): Excerpt | undefined {
  const lines = readLines(at.path);
  if (lines[at.line - 1] === undefined) return undefined;
  const start = functionStart(lines, at.line);
  let first = Math.max(start ?? 1, at.line - reach.before, 1);
  let last = Math.min(lines.length, at.line + reach.after, functionEnd(lines, at.line, start));
  while (first < at.line && isBlank(lines[first - 1])) first++;
  while (last > at.line && isBlank(lines[last - 1])) last--;
  const shown = (from: number, to: number) => redactSource(lines.slice(from - 1, to).join("\n")).split("\n");
  const heading =
    start !== undefined && start < first ? { line: start, text: shown(start, start)[0] ?? "" } : undefined;
  return { first, lines: shown(first, last), heading };
}

/** An excerpt without what follows the statement on one of its lines, of which the rest is indented. */
export function upToStatement({ first, lines, heading }: Excerpt, line: number): Excerpt {
  const indent = indentation(lines[line - first] ?? "");
  const next = lines.findIndex(
    (text, at) => at > line - first && !isBlank(text) && indentation(text) <= indent && !/^\s*[)\]}]/.test(text),
  );
  return { first, lines: next === -1 ? lines : lines.slice(0, next), heading };
}

function readLines(path: string): string[] {
  const text = readText(path);
  if (text.length > MAX_FILE) return [];
  // A key of several lines is not seen in some of them.
  return (text.includes("PRIVATE KEY") ? redactSource(text) : text).split(/\r?\n/);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The `def` line of the function that holds `line`; undefined at module level. */
function functionStart(lines: readonly string[], line: number): number | undefined {
  let indent = indentation(lines[line - 1] ?? "");
  // Behind `) -> int:` the next line that is no more indented is where that statement begins, such as `def f(`.
  let isOpen = false;
  for (let at = line; at >= 1; at--) {
    const text = lines[at - 1] ?? "";
    if (isBlank(text) || text.trimStart().startsWith("#")) continue;
    const here = indentation(text);
    const isHead = at === line || isOpen;
    if (here > indent || (here === indent && !isHead)) continue;
    if (/^\s*(async\s+)?def\s/.test(text)) return at;
    isOpen = /^\s*[)\]}].*:\s*(#.*)?$/.test(text);
    // A line of a multi-line string or bracket may stand left of its statement; a block opener does not.
    if (isOpen || /:\s*(#.*)?$/.test(text)) indent = here;
  }
  return undefined;
}

function functionEnd(lines: readonly string[], line: number, start: number | undefined): number {
  if (start === undefined) return lines.length;
  const indent = indentation(lines[start - 1] ?? "");
  for (let at = line + 1; at <= lines.length; at++) {
    const text = lines[at - 1] ?? "";
    if (!isBlank(text) && indentation(text) <= indent && /^\s*(@|def |async def |class )/.test(text)) return at - 1;
    if (!isBlank(text) && indentation(text) <= indent && !/^\s*[)\]}]/.test(text)) return at - 1;
  }
  return lines.length;
}

function indentation(text: string): number {
  return text.length - text.trimStart().length;
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}
