import { isNodeId } from "./summary.ts";

/** What the lines of a running session tell. */
export interface Progress {
  /** Node ids that a verbose run printed, in order. */
  ids: string[];
  failedIds: string[];
  erroredIds: string[];
  /** Files with a result, and those of them with an `F` or `E`. */
  files: Set<string>;
  failedFiles: Set<string>;
}

const LONGEST = 4000;
const VERBOSE =
  /^(\S.*?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|SUBFAIL|SUBPASS|SUBSKIP|RERUN)(?: \(.*\))?(?: +\[ *\d+%\])?$/;
const VERBOSE_XDIST = /^\[gw\d+\] \[ *\d+%\] (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (\S.*?)\s*$/;
const LETTERS = /^(\S(?:.*\S)?) ([.FEsxXRu,-]+)(?: *\[ *\d+%\])?$/;

/** Reads the part of the output between the header of a session and its first headline. */
export function readProgress(lines: readonly string[]): Progress {
  const progress: Progress = { ids: [], failedIds: [], erroredIds: [], files: new Set(), failedFiles: new Set() };
  for (const line of lines) {
    if (line.length > LONGEST) continue;
    const plain = VERBOSE.exec(line);
    const spread = plain ? null : VERBOSE_XDIST.exec(line);
    const id = plain?.[1] ?? spread?.[2];
    const letters = LETTERS.exec(line);
    // A file alone is no test: a program printed the word behind the file that is being run.
    if (id !== undefined && isNodeId(id) && id.includes("::")) note(progress, id, plain?.[2] ?? spread?.[1] ?? "");
    else if (letters && isNodeId(letters[1] ?? "")) noteFile(progress, letters[1] ?? "", /[FE]/.test(letters[2] ?? ""));
  }
  return progress;
}

function note(progress: Progress, id: string, outcome: string): void {
  progress.ids.push(id);
  if (outcome === "FAILED") progress.failedIds.push(id);
  if (outcome === "ERROR") progress.erroredIds.push(id);
  noteFile(progress, id.slice(0, Math.max(0, id.indexOf("::"))), outcome === "FAILED" || outcome === "ERROR");
}

function noteFile(progress: Progress, file: string, failed: boolean): void {
  if (file === "") return;
  progress.files.add(file);
  if (failed) progress.failedFiles.add(file);
}
