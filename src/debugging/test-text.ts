import { splitNodeId } from "../pytest/node-id.ts";

/**
 * The text of the function that a node id names, its decorators included, without blank lines and comments; undefined
 * where the text of its file shows none, as with inherited or generated tests.
 *
 * @param source text of the test's file
 */
export function testText(source: string, nodeId: string): string | undefined {
  const lines = source.split(/\r?\n/);
  let block: Block = { start: 0, end: lines.length, indent: -1 };
  for (const name of splitNodeId(nodeId).names) {
    const inner = definition(lines, block, name);
    if (!inner) return undefined;
    block = inner;
  }
  const text = lines.slice(decoratorsAbove(lines, block), block.end).filter((line) => !/^\s*(#.*)?$/.test(line));
  return text.map((line) => line.trimEnd()).join("\n");
}

/** Lines `start` up to `end`, which is excluded; `indent` is that of its header. */
interface Block {
  start: number;
  end: number;
  indent: number;
}

function definition(lines: readonly string[], around: Block, name: string): Block | undefined {
  const header = /^(\s*)(?:class|def|async\s+def)\s+(\w+)/;
  // The last one counts, as in Python.
  for (let at = around.end - 1; at >= around.start; at--) {
    const [, indent = "", found] = header.exec(lines[at] ?? "") ?? [];
    if (found !== name || indent.length <= around.indent) continue;
    return { start: at, end: endOf(lines, at, indent.length, around.end), indent: indent.length };
  }
  return undefined;
}

/** A closing bracket may stand at the indentation of the header, and the lines of a long string anywhere. */
function endOf(lines: readonly string[], start: number, indent: number, limit: number): number {
  let quote: string | undefined;
  for (let at = start + 1; at < limit; at++) {
    const line = lines[at] ?? "";
    const isOutside = quote === undefined && line.length - line.trimStart().length <= indent;
    if (isOutside && !/^\s*(#.*)?$/.test(line) && !/^\s*[)\]}]/.test(line)) return at;
    quote = openQuote(line, quote);
  }
  return limit;
}

/** The quotes of the long string that is open at the end of a line. */
function openQuote(line: string, before: string | undefined): string | undefined {
  let open = before;
  for (const [quote] of line.matchAll(/"""|'''/g)) {
    if (open === undefined) open = quote;
    else if (open === quote) open = undefined;
  }
  return open;
}

function decoratorsAbove(lines: readonly string[], { start, indent }: Block): number {
  let first = start;
  for (let at = start - 1; at >= 0; at--) {
    const line = lines[at] ?? "";
    const here = line.length - line.trimStart().length;
    if (/^\s*@/.test(line) && here === indent) first = at;
    // A decorator may go on over several lines, and comments may stand between two.
    else if (here <= indent && !/^\s*(?:#.*|[)\]}].*)?$/.test(line)) break;
  }
  return first;
}
