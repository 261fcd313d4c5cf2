import type { BlockFailure } from "./block.ts";
import { fromHeading, headingOf, splitNodeId } from "./node-id.ts";
import type { Progress } from "./progress.ts";
import type { SummaryEntry } from "./summary.ts";

/** Finds the node ids of failures, whose headings print no file. */
export class Names {
  private readonly entries: SummaryEntry[];
  private readonly progress: Progress;
  private readonly used = new Set<SummaryEntry>();

  constructor(entries: SummaryEntry[], progress: Progress) {
    this.entries = entries;
    this.progress = progress;
  }

  /** The node id of a failure, or "" where the output does not tell it. */
  find(failure: BlockFailure): string {
    if (failure.name === undefined) return "";
    const entry = this.entryOf(failure);
    if (entry) {
      this.used.add(entry);
      return entry.nodeId;
    }
    if (failure.nodeId !== undefined) return failure.nodeId;
    const heading = failure.name;
    const seen = this.progress.ids.filter((id) => headingOf(id) === heading);
    return best(seen, failure) ?? this.fromFiles(failure, heading);
  }

  /** The summary line of a failure: of those with its name the one whose file is in the traceback, else the next. */
  private entryOf(failure: BlockFailure): SummaryEntry | undefined {
    const outcome = failure.phase === "call" ? "failed" : "error";
    const fitting = this.entries.filter(
      (entry) => entry.outcome === outcome && !this.used.has(entry) && isOf(entry, failure),
    );
    const id = best(
      fitting.map((entry) => entry.nodeId),
      failure,
    );
    return fitting.find((entry) => entry.nodeId === id);
  }

  private fromFiles(failure: BlockFailure, heading: string): string {
    const name = splitNodeId(fromHeading("", heading)).names.at(-1);
    const own = failure.chain[0]?.frames ?? failure.frames;
    const file = [...own, ...failure.frames].find((frame) => frame.function === name)?.path;
    const { files, failedFiles } = this.progress;
    if (file !== undefined && (files.size === 0 || [...files].some((known) => isSameFile(file, known)))) {
      return fromHeading([...files].find((known) => isSameFile(file, known)) ?? file, heading);
    }
    const [only] = failedFiles;
    return only !== undefined && failedFiles.size === 1 ? fromHeading(only, heading) : "";
  }
}

function isOf(entry: SummaryEntry, failure: BlockFailure): boolean {
  if (failure.nodeId !== undefined && entry.nodeId === failure.nodeId) return true;
  const name = failure.name?.replace(/^\[doctest\] /, "") ?? "";
  const heading = headingOf(entry.nodeId);
  if (heading === name) return true;
  if (entry.subtest !== undefined) return name === `${heading} ${entry.subtest}`;
  return entry.nodeId.slice(entry.nodeId.indexOf("::") + 2) === name;
}

function best(ids: string[], failure: BlockFailure): string | undefined {
  const paths = [...failure.frames, ...failure.chain.flatMap((link) => link.frames)].map((frame) => frame.path);
  return ids.find((id) => paths.some((path) => isSameFile(path, splitNodeId(id).path))) ?? ids[0];
}

/** Tracebacks may print a path absolute that a node id has relative. */
function isSameFile(one: string, other: string): boolean {
  const a = one.replaceAll("\\", "/");
  const b = other.replaceAll("\\", "/").replace(/^(?:\.\.?\/)+/, "");
  return a === b || (b !== "" && a.endsWith(`/${b}`));
}
