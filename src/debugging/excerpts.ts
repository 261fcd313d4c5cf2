import { shownPath } from "./failure-facts.ts";
import type { ExcerptText } from "./reports.ts";
import { excerptAround } from "./source.ts";
import { isInCheckout } from "./source-lines.ts";

/** A line to show, with what stands around it in the same function. */
export interface Shown {
  /** Absolute. */
  path: string;
  line: number;
  before: number;
  after: number;
}

const LONGEST_LINE = 200;

/** Lines of one file that are shown together. */
interface Block {
  path: string;
  lines: Map<number, string>;
  /** The `def` line above, where it is not among the lines. */
  heading: { line: number; text: string } | undefined;
  marked: Set<number>;
}

/**
 * Source text around some lines, in their order: each line of a file once, with its number in front and a `>` where it
 * is one of those that were asked for. Files outside of the checkout are left out.
 */
export function excerpts(repo: string, shown: readonly Shown[]): ExcerptText[] {
  const blocks: Block[] = [];
  for (const each of shown) {
    if (!isInCheckout(repo, each.path)) continue;
    const block = blockOf(each);
    if (block) merge(blocks, block);
  }
  return blocks.map((block) => textOf(repo, block));
}

function blockOf({ path, line, before, after }: Shown): Block | undefined {
  const found = excerptAround({ path, line }, { before, after });
  if (!found) return undefined;
  const lines = new Map(found.lines.map((text, at) => [found.first + at, text]));
  return { path, lines, heading: found.heading, marked: new Set([line]) };
}

/** Puts a block where the first of those stands that it touches. */
function merge(blocks: Block[], block: Block): void {
  const touched = blocks.filter((other) => other.path === block.path && touches(other, block));
  const [first] = touched;
  if (!first) {
    blocks.push(block);
    return;
  }
  for (const other of [...touched.slice(1), block]) {
    for (const [number, text] of other.lines) first.lines.set(number, text);
    for (const number of other.marked) first.marked.add(number);
    if ((other.heading?.line ?? Number.POSITIVE_INFINITY) < (first.heading?.line ?? 0)) first.heading = other.heading;
    if (other !== block) blocks.splice(blocks.indexOf(other), 1);
  }
}

function touches(a: Block, b: Block): boolean {
  return firstOf(a) <= lastOf(b) + 1 && firstOf(b) <= lastOf(a) + 1;
}

function firstOf({ lines }: Block): number {
  return Math.min(...lines.keys());
}

function lastOf({ lines }: Block): number {
  return Math.max(...lines.keys());
}

function textOf(repo: string, block: Block): ExcerptText {
  const { heading, lines, marked } = block;
  const shown = heading && heading.line < firstOf(block) ? [row(heading.line, heading.text, " ")] : [];
  const above = heading && heading.line < firstOf(block) - 1 ? [...shown, "  …"] : shown;
  const rows = [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, text]) => row(line, text, marked.has(line) ? ">" : " "));
  return { path: shownPath(repo, block.path), first: firstOf(block), text: [...above, ...rows].join("\n") };
}

function row(line: number, text: string, mark: string): string {
  const shown = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
  return `${mark}${line} ${shown}`.trimEnd();
}
