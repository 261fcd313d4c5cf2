// What counts as the fault, by the rules of Rezaalipour and Furia, "An empirical study of fault localization in Python
// programs" (EMSE 2024); eval/README.md states them.

import type { Hunk } from "../context/diff.ts";
import type { FileShape, Scope, Span } from "./shape.ts";

interface FaultyLine {
  path: string;
  line: number;
}

interface FaultyFunction extends Span {
  path: string;
  name: string;
  /** Of its `def`. */
  line: number;
}

/** What a tool has to find, in terms of the buggy version. */
export interface Faults {
  /** Lines that the fix changed or removed, and the code line behind each place where it only added. */
  lines: FaultyLine[];
  /** The code line before each place where it only added. */
  extended: FaultyLine[];
  /** Every function around one of those lines; outer ones, too. */
  functions: FaultyFunction[];
}

/** Both versions of the files that a fix changed. */
export interface Versions {
  buggy: ReadonlyMap<string, FileShape>;
  fixed: ReadonlyMap<string, FileShape>;
}

/** Finds the faulty lines and functions from the hunks of the fix (without context); tests do not count. */
export function findFaults(hunks: readonly Hunk[], versions: Versions): Faults {
  const faults: Faults = { lines: [], extended: [], functions: [] };
  for (const path of new Set(hunks.map((hunk) => hunk.path))) {
    const buggy = versions.buggy.get(path);
    const fixed = versions.fixed.get(path);
    if (!isProduct(path) || !buggy || !fixed) continue;
    const { lines, extended } = faultyLines(
      hunks.filter((hunk) => hunk.path === path),
      { buggy, fixed },
    );
    faults.lines.push(...lines.map((line) => ({ path, line })));
    faults.extended.push(...extended.map((line) => ({ path, line })));
    const all = [...lines, ...extended];
    const around = buggy.scopes.filter((scope) => scope.function && all.some((line) => holds(scope, line)));
    for (const { name, line, first, last } of around) faults.functions.push({ path, name, line, first, last });
  }
  return faults;
}

/** Tests are known by a folder `test` or `tests`, as in the study. */
export function isProduct(path: string): boolean {
  return path.endsWith(".py") && !path.includes("test/") && !path.includes("tests/");
}

interface Pair {
  buggy: FileShape;
  fixed: FileShape;
}

function faultyLines(hunks: readonly Hunk[], pair: Pair) {
  const lines = new Set<number>();
  const extended = new Set<number>();
  for (const hunk of hunks) {
    const removed = hunk.removed.map((_, index) => hunk.oldFirst + index).filter((line) => isCode(pair.buggy, line));
    for (const line of removed) lines.add(line);
    if (removed.length > 0) continue;
    const { before, behind } = besideAddition(hunk, hunks, pair);
    if (behind !== undefined) lines.add(behind);
    if (before !== undefined) extended.add(before);
  }
  const ascending = (set: Set<number>) => [...set].sort((a, b) => a - b);
  return { lines: ascending(lines), extended: ascending(extended).filter((line) => !lines.has(line)) };
}

function isCode(shape: FileShape, line: number): boolean {
  const text = textOf(shape, line).trim();
  return text !== "" && !text.startsWith("#") && !isDocstring(shape, line);
}

function isDocstring(shape: FileShape, line: number): boolean {
  return (
    /^('''|""")|('''|""")$/.test(textOf(shape, line)) ||
    shape.constants.some(([first, last]) => first <= line && line <= last)
  );
}

/** The code lines of the buggy version between which a hunk adds code, in the scope of the addition. */
function besideAddition(hunk: Hunk, hunks: readonly Hunk[], { buggy, fixed }: Pair) {
  const added = hunk.added.map((_, index) => hunk.newFirst + index).filter((line) => isCode(fixed, line));
  const first = added[0];
  const last = added.at(-1);
  const atEnd = hunk.oldFirst + Math.max(hunk.removed.length - 1, 0) >= buggy.lines.length;
  if (first === undefined || last === undefined || atEnd) return {};
  let above = scopeLines(fixed, first).filter((line) => line < first);
  let below = scopeLines(fixed, last).filter((line) => line > last);
  if (above.length === 0 && below.length === 0) {
    const outside = linesAround(fixed, scopeLines(fixed, first));
    above = outside.filter((line) => line < first);
    below = outside.filter((line) => line > last);
  }
  const oldOf = (line: number) => (textOf(fixed, line) === "" ? undefined : oldLine(line, hunks));
  const start = firstOf(above.toReversed(), oldOf);
  const end = firstOf(below, oldOf);
  return {
    before: start && scopeLines(buggy, start).findLast((line) => line <= start && isLocalisable(buggy, line)),
    behind: end && scopeLines(buggy, end).find((line) => line >= end && isLocalisable(buggy, line)),
  };
}

function firstOf<T, R>(items: readonly T[], of: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = of(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The line of the buggy version that an unchanged line of the fixed one was. */
function oldLine(line: number, hunks: readonly Hunk[]): number | undefined {
  let shift = 0;
  for (const { newFirst, added, removed } of hunks) {
    // A hunk that only removes stands behind the line that it names.
    const begins = added.length > 0 ? newFirst : newFirst + 1;
    if (line < begins) break;
    if (line < begins + added.length) return undefined;
    shift += removed.length - added.length;
  }
  return line + shift;
}

/** The lines of the innermost function around a line; of a class or a module those outside of what it defines. */
function scopeLines(shape: FileShape, line: number): number[] {
  const scope = smallest(shape.scopes.filter((one) => holds(one, line)));
  if (scope?.function) return range(scope);
  if (!scope) return without(range({ first: 1, last: shape.lines.length }), shape.scopes);
  const inner = shape.scopes.filter((one) => one !== scope && scope.first <= one.first && one.last <= scope.last);
  return without(range(scope), inner);
}

/** The lines around the smallest scope that holds one of `lines`, in the node of the syntax tree around it. */
function linesAround(shape: FileShape, lines: readonly number[]): number[] {
  const scope = smallest(shape.scopes.filter((one) => lines.some((line) => holds(one, line))));
  if (!scope) return [];
  const around = scope.around ?? { first: 1, last: shape.lines.length, scope: -1 };
  return without(
    range(around),
    shape.scopes.filter((_, index) => index !== around.scope),
  );
}

function smallest(scopes: readonly Scope[]): Scope | undefined {
  return scopes.reduce<Scope | undefined>(
    (best, one) => (best && best.last - best.first <= one.last - one.first ? best : one),
    undefined,
  );
}

function isLocalisable(shape: FileShape, line: number): boolean {
  const text = textOf(shape, line).trim();
  return !/^(#|$|def|class|async def|@|else|finally|[,[({})\]]*$)/.test(text) && !isDocstring(shape, line);
}

function textOf(shape: FileShape, line: number): string {
  return shape.lines[line - 1] ?? "";
}

function holds(span: Span, line: number): boolean {
  return span.first <= line && line <= span.last;
}

function range({ first, last }: Span): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function without(lines: readonly number[], spans: readonly Span[]): number[] {
  return lines.filter((line) => !spans.some((span) => holds(span, line)));
}
