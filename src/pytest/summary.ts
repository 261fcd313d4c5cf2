import { exceptionFrom } from "./exception-text.ts";
import type { ExceptionInfo, GroupLeaf } from "./failure.ts";
import { RESULT } from "./regions.ts";

/** Counts of a result line; those it does not name are 0. */
export interface Summary {
  failed: number;
  errors: number;
  passed: number;
  skipped: number;
  deselected: number;
  xfailed: number;
  xpassed: number;
}

/** A line of "short test summary info" that names what failed. */
export interface SummaryEntry {
  nodeId: string;
  outcome: "failed" | "error";
  /** The subtest it is about, as printed: `[msg] (i=0)`. */
  subtest: string | undefined;
  /** Cut to the width of the terminal by pytest; undefined where none was printed. */
  reason: string | undefined;
}

const ENTRY = /^(FAILED|ERROR|SUBFAIL(?:ED)?)(?: |(?=[[(]))(.+)$/s;
/** pytest-subtests puts the subtest in front of the word: `[msg] (i=0) SUBFAIL path::test`. */
const SUBTEST_FIRST = /^([[(].*[\])]) SUBFAIL(?:ED)? (.+)$/s;
const MOST_LINES = 6;
const LONGEST = 4000;
const WORDS: Record<string, keyof Summary> = {
  failed: "failed",
  error: "errors",
  errors: "errors",
  passed: "passed",
  skipped: "skipped",
  deselected: "deselected",
  xfailed: "xfailed",
  xpassed: "xpassed",
  "subtests failed": "failed",
  "subtest failed": "failed",
};

/** The counts of the result lines of a run, added up; undefined where there is none. */
export function readSummary(lines: readonly string[]): Summary | undefined {
  const results = lines.filter((line) => RESULT.test(line));
  if (results.length === 0) return undefined;
  const sum: Summary = { failed: 0, errors: 0, passed: 0, skipped: 0, deselected: 0, xfailed: 0, xpassed: 0 };
  for (const line of results) {
    for (const [, count, word] of (RESULT.exec(line)?.[1] ?? "").matchAll(/(\d+) ([a-z]+(?: [a-z]+)?)/g)) {
      const key = WORDS[word ?? ""];
      if (key) sum[key] += Number(count);
    }
  }
  return sum;
}

/**
 * Reads the lines of the short summary.
 *
 * @param knownIds node ids seen elsewhere in the output: they settle where an id with ` - ` in it ends
 */
export function readEntries(lines: readonly string[], knownIds: ReadonlySet<string>): SummaryEntry[] {
  const entries: SummaryEntry[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const length = lengthOfEntry(lines, at);
    const entry = readEntry(lines.slice(at, at + length).join("\n"), knownIds);
    if (entry) entries.push(entry);
    at += length - 1;
  }
  return entries;
}

/** An id with a line break in it: its bracket closes on a later line. */
function lengthOfEntry(lines: readonly string[], at: number): number {
  let text = ENTRY.exec(lines[at] ?? "")?.[2] ?? "";
  for (let length = 1; length <= MOST_LINES && text.includes("::"); length += 1) {
    if (/\](?: - |$)/.test(text) || !text.includes("[", text.indexOf("::")) || text.includes(" - ")) return length;
    const next = lines[at + length];
    if (next === undefined || ENTRY.test(next) || RESULT.test(next)) break;
    text = `${text}\n${next}`;
  }
  return 1;
}

function readEntry(line: string, knownIds: ReadonlySet<string>): SummaryEntry | undefined {
  if (line.length > LONGEST) return undefined;
  const first = SUBTEST_FIRST.exec(line);
  const match = first ? ["", "SUBFAIL", `${first[1]} ${first[2]}`] : ENTRY.exec(line);
  if (!match) return undefined;
  const { subtest, rest } = leadingSubtest(match[1] ?? "", match[2] ?? "");
  const cut = cutId(rest, knownIds);
  if (!isNodeId(cut.nodeId)) return undefined;
  const trailing = subtest === undefined && match[1]?.startsWith("SUB") ? trailingSubtest(cut.nodeId) : undefined;
  return {
    nodeId: trailing?.nodeId ?? cut.nodeId,
    outcome: match[1] === "ERROR" ? "error" : "failed",
    subtest: subtest ?? trailing?.subtest,
    reason: cut.reason,
  };
}

/** pytest 9 puts the subtest in front: `SUBFAILED[msg] (i=0) path::test`. */
function leadingSubtest(word: string, text: string): { subtest: string | undefined; rest: string } {
  const match =
    word === "SUBFAILED" || word === "SUBFAIL" ? /^((?:\[.*?\] ?)?(?:\(.*?\) )?)(?=\S+?(?:::|\.py))/.exec(text) : null;
  const subtest = match?.[1]?.trim();
  return subtest ? { subtest, rest: text.slice(match?.[0].length) } : { subtest: undefined, rest: text };
}

/** pytest-subtests puts it behind: `SUBFAIL path::test [msg] (i=0)`. */
export function trailingSubtest(text: string): { nodeId: string; subtest: string } | undefined {
  if (text.length > LONGEST) return undefined;
  const match = / ((?:\[[^\n]*\] )?\([^()\n]*=[^\n]*\)|\[[^\n]*\]|\(<subtest>\))$/.exec(text);
  return match ? { nodeId: text.slice(0, match.index), subtest: match[1] ?? "" } : undefined;
}

/** Where the id ends and the reason begins. */
function cutId(text: string, knownIds: ReadonlySet<string>): { nodeId: string; reason: string | undefined } {
  let from = 0;
  let fallback: number | undefined;
  for (;;) {
    const at = text.indexOf(" - ", from);
    if (at < 0) break;
    const id = text.slice(0, at);
    if (knownIds.has(id)) return { nodeId: id, reason: text.slice(at + 3) };
    if (fallback === undefined && isWholeId(id)) fallback = at;
    from = at + 3;
  }
  if (fallback === undefined || knownIds.has(text)) return { nodeId: text, reason: undefined };
  return { nodeId: text.slice(0, fallback), reason: text.slice(fallback + 3) };
}

/** An id with an opened bracket goes on until one that closes. */
function isWholeId(id: string): boolean {
  const names = id.indexOf("::");
  return names < 0 || !id.includes("[", names) || id.endsWith("]") || / (?:\(.*\))$/.test(id);
}

/** Whether a text could be a node id: a bare `FAILED (reason)` that a test printed is none. */
export function isNodeId(text: string): boolean {
  return (
    /^[^\s[][^[]*::\S/.test(text) ||
    /^\S(?:.*\S)?\.(?:py|txt|rst|md|pyx|ipynb|ya?ml)$/.test(text) ||
    /^\S+\/\S*$/.test(text)
  );
}

/** The exception that a reason names; of a group with one leaf pytest names the leaf. */
export function exceptionOfReason(reason = ""): { exception: ExceptionInfo; group: GroupLeaf[] } {
  const leaf = /^([\w.]+)\((.*)\) \[single\b/.exec(reason);
  if (leaf) {
    const exception = { type: leaf[1] ?? "", message: (leaf[2] ?? "").replace(/^(['"])(.*)\1$/, "$2") };
    return { exception: { type: "ExceptionGroup", message: "" }, group: [{ exception, frames: [] }] };
  }
  // Cut in the middle of the name.
  const none = reason === "" || /^[\w.<>]*\.{3}$/.test(reason);
  return { exception: none ? { type: "", message: "" } : exceptionFrom([reason]), group: [] };
}
