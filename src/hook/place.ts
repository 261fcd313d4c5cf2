import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { TestCommand } from "../pytest/command.ts";

/** Where a command began and where its tests ran, both absolute. */
export interface Place {
  start: string;
  cwd: string;
  /** The shell has stayed in `cwd`: a re-run must not move there again. */
  moved: boolean;
}

/**
 * Where a test run happened. The client reports the folder in which its shell stands after the command:
 * a command that failed did not move it, one that succeeded may have (`cd sub && pytest | tail`).
 *
 * @param after the folder that the client reported
 */
export function placeOf(after: string, command: TestCommand): Place {
  const went = command.cwd ?? "";
  const cwd = resolve(after, went);
  if (went === "" || isFolder(cwd)) return { start: after, cwd, moved: cwd === after && went !== "" };
  const way = went.replace(/^(\.\/)+|\/+$/g, "");
  const start = after.endsWith(`/${way}`) ? after.slice(0, -way.length - 1) : after;
  return { start, cwd: after, moved: true };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
