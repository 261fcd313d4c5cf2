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
  const unused = new Map<string, SummaryEntry[]>();
  for (const entry of known.entries) {
    for (const name of headingsOf(entry)) push(unused, `${entry.outcome} ${name}`, entry);
  }
  const seen = new Map<string, string[]>();
  for (const id of known.progress.ids) push(seen, headingOf(id), id);
  const used = new Set<SummaryEntry>();
  const named = blocks.map((block): Named => {
    const entry = entryOf(block, unused, used);
    if (entry) used.add(entry);
    return { block, nodeId: entry?.nodeId ?? block.nodeId ?? withoutSummary(block, seen, known.progress), entry };
  });
  if (!known.complete) return named;
  const left = known.entries.filter((entry) => !used.has(entry));
  return nameFragments(nameByOrder(named, left), known.entries);
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function outcomeOf(block: BlockFailure): SummaryEntry["outcome"] {
  return block.phase === "call" ? "failed" : "error";
}

/** The summary line of a failure: of those with its name the one whose file is in the traceback, else the first. */
function entryOf(
  block: BlockFailure,
  unused: Map<string, SummaryEntry[]>,
  used: Set<SummaryEntry>,
): SummaryEntry | undefined {
  if (block.name === undefined) return undefined;
  const name = block.name.replace(/^\[doctest\] /, "");
  const names = [block.nodeId, name, trailingSubtest(name)?.nodeId].filter((one) => one !== undefined);
  for (const one of names) {
    const fitting = (unused.get(`${outcomeOf(block)} ${one}`) ?? []).filter((entry) => !used.has(entry));
    const id = bestOf(
      fitting.map((entry) => entry.nodeId),
      block,
    );
    if (id !== undefined) return fitting.find((entry) => entry.nodeId === id);
  }
  return undefined;
}

/** What may stand above the traceback of a summary line. */
function headingsOf({ nodeId, subtest }: SummaryEntry): Set<string> {
  const heading = headingOf(nodeId);
  if (subtest !== undefined) return new Set([`${heading} ${subtest}`]);
  return new Set([heading, nodeId.slice(nodeId.indexOf("::") + 2), nodeId]);
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

function withoutSummary(block: BlockFailure, seen: Map<string, string[]>, progress: Progress): string {
  if (block.name === undefined) return "";
  const heading = trailingSubtest(block.name)?.nodeId ?? block.name;
  return bestOf(seen.get(heading) ?? [], block) ?? fromFiles(block, heading, progress);
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
function nameByOrder(named: Named[], left: readonly SummaryEntry[]): Named[] {
  const odd = named.filter(isOdd);
  const places = new Map<Named, SummaryEntry | undefined>();
  for (const outcome of ["error", "failed"]) {
    const ours = odd.filter((one) => outcomeOf(one.block) === outcome);
    const entries = left.filter((entry) => entry.outcome === outcome);
    ours.forEach((one, at) => {
      places.set(one, ours.length <= entries.length ? entries[at] : undefined);
    });
  }
  return named.flatMap((one) => {
    if (!isOdd(one)) return [one];
    const entry = places.get(one);
    return entry ? [{ block: one.block, nodeId: entry.nodeId, entry }] : [];
  });
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
