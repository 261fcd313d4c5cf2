import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Truth } from "../context/truth.ts";
import { type Edit, editsBetween } from "./edits.ts";
import type { Place } from "./leads.ts";
import { editMove, type Move, removeMove, writeMove } from "./moves.ts";

/** What a policy is to repair, and what it knows of the repair but may use only once it has found the fault. */
export interface Task {
  /** The checkout. */
  root: string;
  /** Node ids of the failing tests. */
  tests: readonly string[];
  /** How the prompt asks for tests to be run, in the place of the policy's own way. */
  habit: string | undefined;
  /** What the fix changes: one of these lines has to be shown before the fault counts as found. */
  truth: Truth;
  /** Places that the fix changes. */
  sites: readonly Place[];
  /** What applies the fix. */
  fix: readonly Move[];
}

/**
 * Makes the task of a session.
 *
 * @param session its checkout, the failing tests, and the prompt
 * @param fixed what the real fix makes of each file that is no test; undefined where it removes the file
 */
export async function makeTask(
  session: { repo: string; tests: readonly string[]; prompt: string },
  truth: Truth,
  fixed: ReadonlyMap<string, string | undefined>,
): Promise<Task> {
  const { repo: root, tests, prompt } = session;
  const edits: Edit[] = [];
  const fix: Move[] = [];
  for (const [path, text] of fixed) {
    const isThere = existsSync(join(root, path));
    if (text === undefined) fix.push(removeMove(path));
    else if (!isThere) fix.push(writeMove(root, path, text));
    else {
      const changes = editsBetween(path, await readFile(join(root, path), "utf8"), text);
      edits.push(...changes);
      fix.push(...changes.map((edit) => editMove(root, edit)));
    }
  }
  const sites = edits.map(({ path, first }) => ({ path, line: first }));
  const habit = /\bRun tests with `([^`]+)`/.exec(prompt)?.[1];
  return { root, tests, habit, truth, sites, fix };
}
