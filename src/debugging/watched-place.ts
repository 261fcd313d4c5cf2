import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { isInside } from "../kernel/files.ts";
import { redact } from "../kernel/redact.ts";
import { realPath } from "../kernel/repo.ts";
import type { Watch } from "../probe/values-run.ts";
import { shownPath } from "./failure-facts.ts";
import { nearestStatement, statementStarts } from "./logical-lines.ts";

const MOST_BYTES = 5_000_000;

/**
 * Finds the statement at a place such as `shop/prices.py:12`, the path relative to the checkout. A line within a
 * statement stands for its first line.
 *
 * @throws FaultlineError `bad-request`, one line, for a place outside of the checkout or without code
 */
export function watchedPlace(repo: string, place: string): Watch {
  const match = /^(?<path>[^\0]+):(?<line>\d{1,7})$/s.exec(place);
  if (!match?.groups) throw refuse(place, "not of the form path:line");
  const { path = "", line = "" } = match.groups;
  const file = realPath(resolve(repo, path));
  if (file === undefined) throw refuse(place, "no such file");
  if (!isInside(repo, file)) throw refuse(place, "outside of the checkout");
  const stats = statSync(file);
  if (!stats.isFile() || !file.endsWith(".py")) throw refuse(place, "no Python file");
  if (stats.size > MOST_BYTES) throw refuse(place, "the file is too large");
  const starts = statementStarts(readFileSync(file, "utf8"));
  const start = starts[Number(line)];
  if (start !== undefined) return { path: file, line: start };
  const nearest = nearestStatement(starts, Math.min(Number(line), starts.length - 1));
  if (nearest === undefined) throw refuse(place, "the file has no statement");
  const why = Number(line) >= starts.length || line === "0" ? "no such line" : "no code on this line";
  throw refuse(place, why, `the nearest statement is ${shownPath(repo, file)}:${nearest}`);
}

function refuse(place: string, why: string, hint?: string): FaultlineError {
  return new FaultlineError(
    "bad-request",
    `${JSON.stringify(redact(place).slice(0, 200))}: ${why}`,
    hint ? { hint } : {},
  );
}
