import type { BlockFailure } from "./block.ts";
import { fromHeading, headingOf, splitNodeId } from "./node-id.ts";
import type { Progress } from "./progress.ts";
import { type SummaryEntry, trailingSubtest } from "./summary.ts";

/** A failure with its node id ("" where the output does not tell it) and its line of the summary. */
export interface Named {
  block: BlockFailure;
  nodeId: string;
  entry: SummaryEntry | undefined;
}

/** What a run tells of the names of its failures. */
export interface Known {
  entries: SummaryEntry[];
  progress: Progress;
  /** The summary names every failure that the result line counts. */
  complete: boolean;
}

/**
 * Finds the node ids of failures, whose headings print no file.
 *
 * @param blocks in print order
 * @returns the same, without those that a test only printed, and with the two sides of a cut put together
 */
export function nameFailures(blocks: readonly BlockFailure[], known: Known): Named[] {
  const unused = [...known.entries];
  const named = blocks.map((block): Named => {
    const entry = entryOf(block, unused);
    if (entry) unused.splice(unused.indexOf(entry), 1);
    return { block, nodeId: entry?.nodeId ?? block.nodeId ?? withoutSummary(block, known.progress), entry };
  });
  if (!known.complete) return named;
  return nameFragments(nameByOrder(named, unused), known.entries);
}

function outcomeOf(block: BlockFailure): SummaryEntry["outcome"] {
  return block.phase === "call" ? "failed" : "error";
}

/** The summary line of a failure: of those with its name the one whose file is in the traceback, else the first. */
function entryOf(block: BlockFailure, entries: readonly SummaryEntry[]): SummaryEntry | undefined {
  if (block.name === undefined) return undefined;
  const fitting = entries.filter((entry) => entry.outcome === outcomeOf(block) && isOf(entry, block));
  const id = bestOf(
    fitting.map((entry) => entry.nodeId),
    block,
  );
  return fitting.find((entry) => entry.nodeId === id);
}

function isOf(entry: SummaryEntry, block: BlockFailure): boolean {
  if (block.nodeId !== undefined && entry.nodeId === block.nodeId) return true;
  const name = block.name?.replace(/^\[doctest\] /, "") ?? "";
  const heading = headingOf(entry.nodeId);
  if (entry.subtest !== undefined) return name === `${heading} ${entry.subtest}`;
  if (trailingSubtest(name)?.nodeId === heading) return true;
  return heading === name || entry.nodeId.slice(entry.nodeId.indexOf("::") + 2) === name;
}

function bestOf(ids: string[], block: BlockFailure): string | undefined {
  const paths = [...block.frames, ...block.chain.flatMap((link) => link.frames)].map((frame) => frame.path);
  return ids.find((id) => paths.some((path) => isSameFile(path, splitNodeId(id).path))) ?? ids[0];
}

/** Tracebacks may print a path absolute that a node id has relative. */
function isSameFile(one: string, other: string): boolean {
  const a = one.replaceAll("\\", "/");
  const b = other.replaceAll("\\", "/").replace(/^(?:\.\.?\/)+/, "");
  return a === b || (b !== "" && a.endsWith(`/${b}`));
}

function withoutSummary(block: BlockFailure, progress: Progress): string {
  if (block.name === undefined) return "";
  const heading = trailingSubtest(block.name)?.nodeId ?? block.name;
  const seen = progress.ids.filter((id) => headingOf(id) === heading);
  return bestOf(seen, block) ?? fromFiles(block, heading, progress);
}

/** The file is that of the frame of the test function, or the only one with a failure. */
function fromFiles(block: BlockFailure, heading: string, { files, failedFiles }: Progress): string {
  const name = splitNodeId(fromHeading("", heading)).names.at(-1);
  const frames = [...(block.chain[0]?.frames ?? []), ...block.frames];
  const file = frames.find((frame) => frame.function === name)?.path;
  const same = file === undefined ? undefined : [...files].find((known) => isSameFile(file, known));
  if (file !== undefined && (same !== undefined || files.size === 0)) return fromHeading(same ?? file, heading);
  const [only] = failedFiles;
  return only !== undefined && failedFiles.size === 1 ? fromHeading(only, heading) : "";
}

/**
 * Headings that no line of the summary has: as many as lines are left, and they are in the same order (items of
 * plugins have headings of their own); more, and a test has printed what looks like a heading.
 */
function nameByOrder(named: Named[], unused: readonly SummaryEntry[]): Named[] {
  const result: Named[] = [];
  const odd = (outcome: string) => named.filter((one) => isOdd(one) && outcomeOf(one.block) === outcome);
  const left = (outcome: string) => unused.filter((entry) => entry.outcome === outcome);
  for (const one of named) {
    const outcome = outcomeOf(one.block);
    const entry = isOdd(one) ? left(outcome)[odd(outcome).indexOf(one)] : undefined;
    const isReal = odd(outcome).length <= left(outcome).length;
    if (!isOdd(one)) result.push(one);
    else if (entry && isReal) result.push({ block: one.block, nodeId: entry.nodeId, entry });
  }
  return result;
}

function isOdd({ block, entry }: Named): boolean {
  return block.name !== undefined && entry === undefined;
}

/** Names what stands behind a cut by what comes after it: failures stand in the order of the summary, errors first. */
function nameFragments(named: Named[], entries: readonly SummaryEntry[]): Named[] {
  const order = [
    ...entries.filter((entry) => entry.outcome === "error"),
    ...entries.filter((entry) => entry.outcome !== "error"),
  ];
  const result: Named[] = [];
  named.forEach((one, index) => {
    const next = named.slice(index + 1).find((other) => other.entry)?.entry;
    const entry = one.block.name === undefined ? order[(next ? order.indexOf(next) : order.length) - 1] : undefined;
    const before = result.at(-1);
    if (!entry) result.push(one);
    else if (before?.entry === entry) result[result.length - 1] = { ...before, block: joined(before.block, one.block) };
    else if (named.some((other) => other.entry === entry)) result.push(one);
    else result.push({ block: { ...one.block, phase: phaseOf(entry) }, nodeId: entry.nodeId, entry });
  });
  return result;
}

/** Which phase a summary line is about, as far as it tells: the errors of setup and teardown look the same. */
export function phaseOf(entry: SummaryEntry): BlockFailure["phase"] {
  if (entry.outcome === "failed") return "call";
  return entry.nodeId.includes("::") ? "setup" : "collection";
}

/** One failure out of what stands before a cut and behind it. */
function joined(before: BlockFailure, behind: BlockFailure): BlockFailure {
  const sections = [...before.sections, ...behind.sections];
  if (before.exception.type !== "") return { ...before, sections, incomplete: true };
  const [first, ...later] = behind.chain;
  const chain = first ? [{ ...first, frames: [...before.frames, ...first.frames] }, ...later] : [];
  return {
    ...behind,
    name: before.name,
    nodeId: before.nodeId,
    phase: before.phase,
    frames: first ? behind.frames : [...before.frames, ...behind.frames],
    chain: [...before.chain, ...chain],
    sections,
    incomplete: true,
  };
}
