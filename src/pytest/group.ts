import type { GroupLeaf } from "./failure.ts";
import { type Raised, splitChain } from "./traceback.ts";
import { readNative } from "./traceback-native.ts";

/** One box of an exception group: its own lines, and the boxes inside it. */
interface Box {
  /** Column of the `|` that its lines begin with. */
  column: number;
  lines: string[];
  children: Box[];
}

const FIRST_CHILD = /^( *)\+-\+-{3,} \S+ -{3,}$/;
const NEXT_CHILD = /^( *)\+-{3,} \S+ -{3,}$/;
const CLOSING = /^( *)\+-{5,}$/;
const CONTENT = /^( *)[|+](?: (.*))?$/;

/** Whether a line belongs to the drawing of an exception group. */
export function isGroupLine(line: string): boolean {
  return /^ {2,}(?:\| |\+ Exception Group Traceback|\+-)/.test(line);
}

/** Reads an exception group as Python draws it: the group itself, and its leaves in print order. */
export function readGroup(lines: readonly string[]): Raised & { leaves: GroupLeaf[] } {
  const root: Box = { column: 2, lines: [], children: [] };
  const open = [root];
  for (const line of lines) place(line, open);
  return { ...readBox(root), leaves: leavesOf(root) };
}

/** Puts a line into the box whose column it has; `open` holds the boxes around it, outermost first. */
function place(line: string, open: Box[]): void {
  const first = FIRST_CHILD.exec(line);
  const next = first ? null : NEXT_CHILD.exec(line);
  if (first || next) {
    const column = ((first ?? next)?.[1] ?? "").length + (first ? 2 : 0);
    closeFrom(open, column);
    const box: Box = { column, lines: [], children: [] };
    open.at(-1)?.children.push(box);
    open.push(box);
    return;
  }
  const closing = CLOSING.exec(line);
  if (closing) {
    closeFrom(open, (closing[1] ?? "").length);
    return;
  }
  const content = CONTENT.exec(line);
  if (!content) return;
  closeFrom(open, (content[1] ?? "").length + 1);
  open.at(-1)?.lines.push(content[2] ?? "");
}

/** Leaves every box at this column or deeper; the root stays. */
function closeFrom(open: Box[], column: number): void {
  while (open.length > 1 && (open.at(-1)?.column ?? 0) >= column) open.pop();
}

function readBox(box: Box): Raised {
  return readNative(splitChain(box.lines).at(-1)?.lines ?? []);
}

function leavesOf(box: Box): GroupLeaf[] {
  return box.children.flatMap((child) => (child.children.length > 0 ? leavesOf(child) : [readBox(child)]));
}
