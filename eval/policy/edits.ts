/** One replacement in a file, as the client's Edit tool takes it: `old` occurs once. */
export interface Edit {
  /** Relative to the checkout. */
  path: string;
  /** Lines of the file before any edit that this one changes, or stands next to; 1-based and inclusive. */
  first: number;
  last: number;
  old: string;
  new: string;
}

/** Changes with fewer equal lines than this between them are one. */
const NEAR = 3;

/**
 * What makes one text of the other, to be applied in this order: from the end of the file to its start, so that each
 * finds its text as it was, with as many lines around it as make it the only one.
 */
export function editsBetween(path: string, before: string, after: string): Edit[] {
  const lines = before.split("\n");
  const edits: Edit[] = [];
  for (const change of changesBetween(lines, after.split("\n")).reverse()) {
    const { from, to } = onlyOne(lines, change);
    const old = lines.slice(from, to).join("\n");
    lines.splice(change.from, change.to - change.from, ...change.lines);
    const end = to + change.lines.length - (change.to - change.from);
    const now = lines.slice(from, end).join("\n");
    edits.push({ path, first: change.from + 1, last: Math.max(change.from + 1, change.to), old, new: now });
  }
  return edits;
}

/** Lines `from` to before `to` of the old text give way to `lines`. */
interface Change {
  from: number;
  to: number;
  lines: string[];
}

/**
 * Makes a range of lines so large that its text occurs only once. An insertion alone has no text, and lines that are
 * taken away without another beside them would leave an empty one.
 */
function onlyOne(lines: readonly string[], change: Change): { from: number; to: number } {
  const text = lines.join("\n");
  let [start, end] = [change.from, change.to];
  for (;;) {
    const old = lines.slice(start, end).join("\n");
    const isWhole = start === 0 && end === lines.length;
    const leavesLine = change.lines.length > 0 || end - start > change.to - change.from;
    const isOnly = old.trim() !== "" && text.indexOf(old) === text.lastIndexOf(old);
    if (isWhole || (leavesLine && isOnly)) return { from: start, to: end };
    start = Math.max(0, start - 1);
    end = Math.min(lines.length, end + 1);
  }
}

/** The changes in order, by the longest common subsequence of lines. */
function changesBetween(old: readonly string[], now: readonly string[]): Change[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let tail = 0;
  while (tail < old.length - start && tail < now.length - start && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const a = old.slice(start, old.length - tail);
  const b = now.slice(start, now.length - tail);
  const common = commonLengths(a, b);
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const from = start + i;
    const first = j;
    while ((i < a.length || j < b.length) && !(i < a.length && j < b.length && a[i] === b[j])) {
      if (j >= b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) i += 1;
      else j += 1;
    }
    add(changes, { from, to: start + i, lines: b.slice(first, j) }, old);
  }
  return changes;
}

function add(changes: Change[], change: Change, old: readonly string[]): void {
  const last = changes.at(-1);
  if (last && change.from - last.to < NEAR) {
    last.lines.push(...old.slice(last.to, change.from), ...change.lines);
    last.to = change.to;
  } else changes.push(change);
}

/** `at(table, i, j)`: how many lines `a` from `i` on and `b` from `j` on have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = table[i];
    if (!row) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly Uint32Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
