import { join } from "node:path";
import type { Edit } from "./edits.ts";
import { definitionOf, type Place } from "./leads.ts";
import type { ToolCall } from "./messages.ts";

/** One thing that a policy does, and the call that does it. */
export type Move = { call: ToolCall } & (
  | { kind: "run"; why: "first" | "again" | "verify" }
  | { kind: "open"; at: Place }
  | { kind: "search"; from: Place; names: readonly string[] }
  | { kind: "edit" }
);

/** Runs a shell line. */
export function runMove(line: string, why: "first" | "again" | "verify"): Move {
  return {
    kind: "run",
    why,
    call: { name: "Bash", input: { command: line, description: "Run the failing test" } },
  };
}

/** Opens a part of a file. */
export function openMove(root: string, at: Place, window: { before: number; after: number }): Move {
  const offset = Math.max(1, at.line - window.before);
  const limit = at.line + window.after - offset + 1;
  return { kind: "open", at, call: { name: "Read", input: { file_path: join(root, at.path), offset, limit } } };
}

/** Looks up where names are defined. */
export function searchMove(root: string, from: Place, names: readonly string[]): Move {
  const input = { pattern: definitionOf(names), path: root, glob: "*.py", output_mode: "content", "-n": true };
  return { kind: "search", from, names, call: { name: "Grep", input } };
}

/** Puts one text in the place of another. */
export function editMove(root: string, edit: Edit): Move {
  const input = { file_path: join(root, edit.path), old_string: edit.old, new_string: edit.new };
  return { kind: "edit", call: { name: "Edit", input } };
}

/** Writes a file that was not there. */
export function writeMove(root: string, path: string, content: string): Move {
  return { kind: "edit", call: { name: "Write", input: { file_path: join(root, path), content } } };
}

/** Takes a file away. */
export function removeMove(path: string): Move {
  const input = { command: `rm -- '${path.replaceAll("'", `'\\''`)}'`, description: "Remove a file" };
  return { kind: "edit", call: { name: "Bash", input } };
}
