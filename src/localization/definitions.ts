/** A function, class or variable that a file defines at module level or in a class. */
export interface Definition {
  name: string;
  /** The class that it is in; "" at module level. */
  owner: string;
  /** 1-based line of its `def`, `class` or assignment, and its last line. */
  line: number;
  last: number;
  kind: "function" | "class" | "variable";
}

const DEFINING = /^(\s*)(?:(?:async\s+)?(def|class)\s+(\w+)|(\w+)\s*(?::[^=]+)?=(?!=))/;

interface Open {
  indent: number;
  /** Undefined where it is a function, whose inner definitions nobody asks for. */
  owner: string | undefined;
  definition: Definition;
}

/** Finds what a Python file defines, by its layout; what functions define within themselves is left out. */
export function definitionsIn(text: string): Definition[] {
  const found: Definition[] = [];
  const open: Open[] = [];
  let filled = 0;
  let quoted = false;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const starts = !quoted;
    if ((line.match(/"""|'''/g)?.length ?? 0) % 2 === 1) quoted = !quoted;
    const indent = line.search(/\S/);
    if (indent < 0 || !starts || line[indent] === "#" || /[)\]}]/.test(line[indent] ?? "")) {
      if (indent >= 0) filled = index + 1;
      continue;
    }
    while ((open.at(-1)?.indent ?? -1) >= indent) close(open, filled);
    filled = index + 1;
    const definition = definitionOf(line, index + 1, open.at(-1));
    if (!definition) continue;
    found.push(definition);
    const owner = definition.kind === "class" ? definition.name : undefined;
    open.push({ indent, owner, definition });
  }
  while (open.length > 0) close(open, filled);
  return found;
}

function close(open: Open[], last: number): void {
  const closed = open.pop();
  if (closed) closed.definition.last = Math.max(closed.definition.line, last);
}

function definitionOf(line: string, number: number, inside: Open | undefined): Definition | undefined {
  const match = DEFINING.exec(line);
  const indent = match?.[1]?.length ?? 0;
  const owner = inside ? inside.owner : indent === 0 ? "" : undefined;
  if (!match || owner === undefined) return undefined;
  const kind = match[2] === "def" ? "function" : match[2] === "class" ? "class" : "variable";
  return { name: match[3] ?? match[4] ?? "", owner, line: number, last: number, kind };
}

/**
 * How alike two names are, 0 to 1: twice the characters of the longest parts that both have in the same order, by the
 * characters of both (Ratcliff and Obershelp).
 */
export function similarity(a: string, b: string): number {
  return a.length + b.length === 0 ? 1 : (2 * common(a, b)) / (a.length + b.length);
}

function common(a: string, b: string): number {
  let best = { length: 0, a: 0, b: 0 };
  let above: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const row: number[] = [];
    for (let j = 0; j < b.length; j++) {
      const length = a[i] === b[j] ? (above[j - 1] ?? 0) + 1 : 0;
      row[j] = length;
      if (length > best.length) best = { length, a: i + 1 - length, b: j + 1 - length };
    }
    above = row;
  }
  if (best.length === 0) return 0;
  const before = common(a.slice(0, best.a), b.slice(0, best.b));
  return best.length + before + common(a.slice(best.a + best.length), b.slice(best.b + best.length));
}
