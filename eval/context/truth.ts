import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { ROOT } from "../root.ts";
import { must, type Place } from "../shell.ts";
import { type Hunk, parseDiff } from "./diff.ts";

/** A function of a Python file, decorators and body included; lines are 1-based and inclusive. */
const FunctionSpan = z.object({ name: z.string(), qualname: z.string(), first: z.number(), last: z.number() });
const FileShape = z.object({ functions: z.array(FunctionSpan), code: z.array(z.number()) });
const Shapes = z.record(z.string(), FileShape);

export type FunctionSpan = z.infer<typeof FunctionSpan>;
type FileShape = z.infer<typeof FileShape>;

export interface FixedLine {
  path: string;
  /** 1-based, in the buggy version. */
  line: number;
  /** Without indentation. */
  text: string;
}

/** What the real fix changed, in terms of the buggy version. */
export interface Truth {
  lines: FixedLine[];
  functions: (FunctionSpan & { path: string })[];
  /** The fix only adds: `lines` are then the code lines that it goes between. */
  omission: boolean;
  /** All functions of the files that the fix changed. */
  spans: Record<string, FunctionSpan[]>;
}

/**
 * Computes what the fix changed from its diff (see `fixDiff`) and the two checkouts. Comments, docstrings, imports
 * and tests do not count.
 */
export async function findTruth(diff: string, buggy: string, fixed: string, tools: Tools): Promise<Truth> {
  const hunks = parseDiff(diff).filter((hunk) => !isTest(hunk.path));
  const paths = [...new Set(hunks.map((hunk) => hunk.path))];
  const before = await shapes(buggy, paths, tools);
  const after = await shapes(fixed, paths, tools);
  const changed = hunks.flatMap((hunk) => changedLines(hunk, before[hunk.path]));
  const sites = hunks.flatMap((hunk) => insertionSites(hunk, before[hunk.path], after[hunk.path]));
  const functions = new Map<string, FunctionSpan & { path: string }>();
  for (const { path, line } of changed) {
    const span = innermost(before[path]?.functions ?? [], line);
    if (span) functions.set(`${path}:${span.first}`, { ...span, path });
  }
  for (const site of sites) functions.set(`${site.path}:${site.span.first}`, { ...site.span, path: site.path });
  const omission = changed.length === 0;
  return {
    lines: omission ? await neighbours(sites, before, buggy) : changed,
    functions: [...functions.values()],
    omission,
    spans: Object.fromEntries(paths.map((path) => [path, before[path]?.functions ?? []])),
  };
}

/** The interpreter that reads the source, and the environment it runs in. */
export interface Tools {
  python: string;
  env: NodeJS.ProcessEnv;
}

/** The innermost function that holds a line. */
export function innermost(functions: readonly FunctionSpan[], line: number): FunctionSpan | undefined {
  const around = functions.filter((span) => span.first <= line && line <= span.last);
  return around.reduce<FunctionSpan | undefined>(
    (best, span) => (best && best.first >= span.first ? best : span),
    undefined,
  );
}

function changedLines(hunk: Hunk, shape: FileShape | undefined): FixedLine[] {
  const code = new Set(shape?.code);
  return hunk.removed
    .map((text, index) => ({ path: hunk.path, line: hunk.oldFirst + index, text: text.trim() }))
    .filter(({ line, text }) => code.has(line) && text !== "");
}

interface InsertionSite {
  path: string;
  /** The old line after which the code goes. */
  after: number;
  span: FunctionSpan;
}

/** Where code was added without taking any away: known by the function around it in the fixed version. */
function insertionSites(hunk: Hunk, before: FileShape | undefined, after: FileShape | undefined): InsertionSite[] {
  if (hunk.removed.length > 0 || !before || !after) return [];
  const added = hunk.added.map((_, index) => hunk.newFirst + index).filter((line) => after.code.includes(line));
  const names = new Set(added.map((line) => innermost(after.functions, line)?.qualname));
  return before.functions
    .filter((span) => names.has(span.qualname) && span.first <= hunk.oldFirst && hunk.oldFirst <= span.last)
    .map((span) => ({ path: hunk.path, after: hunk.oldFirst, span }));
}

/** For a fix that only adds: the nearest line of code before and behind each addition, within the function. */
async function neighbours(
  sites: readonly InsertionSite[],
  before: Record<string, FileShape>,
  root: string,
): Promise<FixedLine[]> {
  const found = new Map<string, FixedLine>();
  for (const { path, after, span } of sites) {
    const code = (before[path]?.code ?? []).filter((line) => span.first <= line && line <= span.last);
    const text = (await readFile(join(root, path), "utf8")).split("\n");
    for (const line of [code.findLast((at) => at <= after), code.find((at) => at > after)]) {
      if (line !== undefined) found.set(`${path}:${line}`, { path, line, text: (text[line - 1] ?? "").trim() });
    }
  }
  return [...found.values()];
}

async function shapes(root: string, paths: string[], tools: Tools): Promise<Record<string, FileShape>> {
  if (paths.length === 0) return {};
  const place: Place = { cwd: root, env: tools.env };
  return Shapes.parse(JSON.parse(await must([tools.python, SCRIPT, ...paths], place)));
}

const SCRIPT = join(ROOT, "eval", "context", "functions.py");

function isTest(path: string): boolean {
  return /(^|\/)(tests?\/|test_[^/]*$|conftest\.py$)|_test\.py$/.test(path);
}
