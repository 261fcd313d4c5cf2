import { applyEdits, type Edit, type Node } from "jsonc-parser";

/*
 * Edits of JSON text that touch nothing but what they add or take away. jsonc-parser's own `modify` reformats the
 * whole line around an edit and moves the comment behind the last member, so only its tree and `applyEdits` are used.
 */

/** Adds a member to an object or an item to an array, as the last one, laid out as its neighbours are. */
export function insertLast(text: string, container: Node, value: unknown, key?: string): string {
  const children = container.children ?? [];
  const last = children.at(-1);
  const close = container.offset + container.length - 1;
  const from = last ? last.offset + last.length : container.offset + 1;
  const trivia = readTrivia(text, from, close);
  const tall = last
    ? /\n/.test(text.slice(container.offset, last.offset)) || /\n/.test(text.slice(from, close))
    : /\n/.test(text) || container.parent === undefined;
  const render = (outer: string) =>
    (key === undefined ? "" : `${JSON.stringify(key)}: `) + layOut(value, text, outer, tall);
  const edits: Edit[] = [];
  if (last && trivia.comma === undefined) edits.push({ offset: from, length: 0, content: "," });
  const comma = trivia.comma === undefined ? "" : ",";
  if (!tall) {
    const space = last && /[,:] /.test(text.slice(container.offset, close)) ? " " : "";
    edits.push({ offset: trivia.end, length: 0, content: `${last ? space : ""}${render("")}${comma}` });
    return applyEdits(text, edits);
  }
  const outer = indentationAt(text, container.offset);
  const inner = last && startsItsLine(text, last.offset) ? indentationAt(text, last.offset) : outer + unitOf(text);
  const eol = eolOf(text);
  const closes = /\n/.test(text.slice(trivia.end, close)) ? "" : eol + outer;
  edits.push({ offset: trivia.end, length: 0, content: `${eol}${inner}${render(inner)}${comma}${closes}` });
  return applyEdits(text, edits);
}

/** Takes a child out of an object or array: the inverse of `insertLast` where it was the last one. */
export function removeChild(text: string, container: Node, child: Node): string {
  const children = container.children ?? [];
  const at = children.indexOf(child);
  const close = container.offset + container.length - 1;
  const end = child.offset + child.length;
  const before = children[at - 1];
  const open = before ? before.offset + before.length : container.offset + 1;
  const start = open + text.slice(open, child.offset).trimEnd().length;
  const after = readTrivia(text, end, children[at + 1]?.offset ?? close);
  if (
    !before &&
    !children[at + 1] &&
    after.comma === undefined &&
    !text.slice(open, start).trim() &&
    !text.slice(end, close).trim()
  ) {
    return applyEdits(text, [{ offset: open, length: close - open, content: "" }]);
  }
  if (after.comma !== undefined) {
    const tight = start === child.offset;
    const upTo = after.comma + 1 + (tight ? spacesAt(text, after.comma + 1) : 0);
    const between = text.slice(end, after.comma);
    return applyEdits(text, [{ offset: start, length: upTo - start, content: between.trim() ? between : "" }]);
  }
  const edits: Edit[] = [{ offset: start, length: end - start, content: "" }];
  const comma = before && readTrivia(text, open, child.offset).comma;
  if (comma !== undefined) {
    if (comma + 1 === start) return applyEdits(text, [{ offset: comma, length: end - comma, content: "" }]);
    edits.unshift({ offset: comma, length: 1, content: "" });
  }
  return applyEdits(text, edits);
}

/** Puts another value in the place of a node. */
export function replaceNode(text: string, node: Node, value: unknown): string {
  return applyEdits(text, [{ offset: node.offset, length: node.length, content: JSON.stringify(value) }]);
}

/** What lies between two values: where the comma is, and where the last comment or the comma ends. */
function readTrivia(text: string, from: number, to: number): { comma: number | undefined; end: number } {
  let comma: number | undefined;
  let end = from;
  for (const token of text.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)) {
    if (token[0] === ",") comma ??= from + token.index;
    end = from + token.index + token[0].length;
  }
  return { comma, end };
}

function layOut(value: unknown, text: string, outer: string, tall: boolean): string {
  if (!tall) return JSON.stringify(value);
  return JSON.stringify(value, null, unitOf(text)).replaceAll("\n", eolOf(text) + outer);
}

/** One step of indentation: that of the first indented line. */
function unitOf(text: string): string {
  return /\n([ \t]+)[^\s]/.exec(text)?.[1] ?? "  ";
}

function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";
}

function startsItsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
}

function spacesAt(text: string, offset: number): number {
  return /^[ \t]*/.exec(text.slice(offset))?.[0].length ?? 0;
}
