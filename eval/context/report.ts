import { csvLine, median, table } from "../table.ts";
import { mentioned } from "./judge.ts";
import type { Measured, Shown } from "./measure.ts";
import { LIMIT, type OriginVerdict, originVerdict } from "./origin-verdict.ts";

/** What each column means, in the order of the table. */
export const COLUMNS: readonly (readonly [name: string, meaning: string])[] = [
  ["plain", "python -m pytest TESTID, first run in a fresh checkout"],
  ["again", "the same once more (compiled: fewer warnings)"],
  ["file", "python -m pytest TESTFILE"],
  ["short", "python -m pytest -q --tb=short -W ignore TESTID"],
  ["rtk", "rtk pytest TESTID"],
  ["receptor", "python -m pytest --receptor=llm TESTID"],
  ["faultline", "what the hook adds to the output of `plain`"],
];

/** The benchmark as text: one row a bug, each cell "bytes LF": L the fixed line is in it, F the fixed function. */
export function contextTable(measured: readonly Measured[]): string {
  const names = COLUMNS.map(([name]) => name);
  const rows = measured.map((one) => [
    `${one.bug.project} ${one.bug.id}`,
    ...names.map((name) => cell(one.shown[name])),
    originCell(one),
  ]);
  const counted = measured.filter((one) => one.void === undefined);
  rows.push(["median bytes", ...names.map((name) => medianBytes(counted, name)), ""]);
  for (const part of ["line", "function"] as const) {
    rows.push([`fixed ${part} in`, ...names.map((name) => countOf(counted, name, part)), ""]);
  }
  return table(["bug", ...names, "origin"], rows);
}

/** The benchmark as CSV. */
export function contextCsv(measured: readonly Measured[]): string {
  const names = COLUMNS.map(([name]) => name);
  const head = ["project", "bug", "void"];
  for (const name of names) head.push(`${name}_bytes`, `${name}_line`, `${name}_function`);
  head.push("origin_status", "origin_path", "origin_line", "origin_verdict", "plain_ms", "hook_ms");
  const rows = measured.map((one) => {
    const cells: (string | number | boolean | undefined)[] = [one.bug.project, one.bug.id, one.void];
    for (const name of names) {
      const shown = one.shown[name];
      cells.push(
        shown?.bytes,
        shown && shown.verdict.line !== undefined,
        shown && shown.verdict.function !== undefined,
      );
    }
    cells.push(one.origin?.status, one.origin?.path, one.origin?.line, originVerdict(one));
    cells.push(Math.round(one.elapsed.plain), Math.round(one.elapsed.hook));
    return csvLine(cells);
  });
  return `${[csvLine(head), ...rows].join("\n")}\n`;
}

/** For each bug whose fixed line or function the injection does not hold: what the fix changed, what was named, why. */
export function misses(measured: readonly Measured[]): string {
  return measured
    .filter((one) => one.void === undefined && !isHit(one.shown["faultline"]))
    .map(explainMiss)
    .join("\n\n");
}

/** Each injection in full, beside what the fix changed and where the bad value was made. */
export function review(measured: readonly Measured[]): string {
  return measured
    .map((one) => {
      const origins = one.bug.origins.map((at) => `${at.path}:${at.line}${at.last ? `-${at.last}` : ""} (${at.why})`);
      return [
        `## ${one.bug.project} ${one.bug.id}`,
        `fix: ${placesOf(one)}`,
        `true origins: ${origins.join("; ") || "not known"}`,
        `verdict: ${originVerdict(one)}`,
        one.shown["faultline"]?.text || "(silence)",
      ].join("\n");
    })
    .join("\n\n");
}

function isHit(shown: Shown | undefined): boolean {
  return shown?.verdict.line !== undefined && shown.verdict.function !== undefined;
}

function explainMiss(one: Measured): string {
  const shown = one.shown["faultline"];
  const missed = [shown?.verdict.line ? "" : "line", shown?.verdict.function ? "" : "function"].filter(Boolean);
  const named = shown ? mentioned(shown.text, Object.keys(one.truth.spans)) : [];
  const places = [...new Set(named.map(({ path, line }) => `${path}:${line}`))];
  const parts = [
    `${one.bug.project} ${one.bug.id}: fixed ${missed.join(" and ")} not in the injection`,
    `  fix:   ${placesOf(one)}`,
    `  named: ${places.join(", ") || (shown?.bytes ? "nothing of the files that the fix changed" : "nothing (silence)")}`,
  ];
  if (one.bug.note !== undefined) parts.push(`  why:   ${one.bug.note}`);
  return parts.join("\n");
}

function placesOf(one: Measured): string {
  const lines = one.truth.lines.map(({ path, line }) => `${path}:${line}`);
  const functions = one.truth.functions.map(({ name }) => name);
  return `${lines.join(", ")}${one.truth.omission ? " (around lines that were added)" : ""} in ${functions.join(", ") || "no function"}`;
}

function cell(shown: Shown | undefined): string {
  if (!shown) return "n/a";
  if (shown.bytes === 0) return "0 --";
  const marks = `${shown.verdict.line ? "L" : "-"}${shown.verdict.function ? "F" : "-"}`;
  return `${shown.bytes.toLocaleString("en")} ${marks}`;
}

const WORDS: Record<OriginVerdict, string> = {
  silent: "silence",
  none: "none",
  true: "true",
  false: "FALSE",
  partial: "last known",
};

function originCell(one: Measured): string {
  if (one.void !== undefined) return `void: ${one.void}`;
  const over = (one.shown["faultline"]?.bytes ?? 0) > LIMIT ? ` OVER ${LIMIT}` : "";
  const at = one.origin?.path === undefined ? "" : ` ${one.origin.path}:${one.origin.line}`;
  return `${WORDS[originVerdict(one)]}${at}${over}`;
}

function medianBytes(measured: readonly Measured[], name: string): string {
  const bytes = measured.map((one) => one.shown[name]?.bytes).filter((value) => value !== undefined);
  return bytes.length === 0 ? "n/a" : Math.round(median(bytes)).toLocaleString("en");
}

function countOf(measured: readonly Measured[], name: string, part: "line" | "function"): string {
  const shown = measured.map((one) => one.shown[name]).filter((value) => value !== undefined);
  if (shown.length === 0) return "n/a";
  return `${shown.filter((value) => value.verdict[part] !== undefined).length} of ${shown.length}`;
}
