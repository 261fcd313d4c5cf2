import { type Clues, finalOrder } from "../../src/localization/final-order.ts";
import { compareScores, rankFunctions, rankStatements, squaredOchiai } from "../../src/localization/ochiai.ts";
import type { StatementCount } from "../../src/localization/spectrum.ts";
import type { Suspect } from "../../src/localization/suspect.ts";
import type { Tie } from "./score.ts";
import { cluesOf, type StoredClues } from "./stored.ts";
import type { Faults } from "./truth.ts";

export const TECHNIQUES = ["ochiai", "frames", "frames+ochiai", "faultline"] as const;
export type Technique = (typeof TECHNIQUES)[number];

/**
 * When a statement counts as faulty: "any" where one of its lines is, "first" where the line that it begins at is,
 * which is nearer to the study, whose units are the lines that coverage.py reports.
 */
export type Rule = "any" | "first";

export interface Orders {
  statements: Record<Technique, Tie[]>;
  functions: Record<Technique, Tie[]>;
}

/** What every technique says, from the same clues. Only code that the tests test is ranked. */
export function ordersOf(stored: StoredClues, faults: Faults, isSource: (path: string) => boolean, rule: Rule): Orders {
  const clues = cluesOf(stored);
  const statements = clues.spectrum.statements.filter(({ path }) => isSource(path));
  const spectrum = { ...clues.spectrum, statements };
  const frames = frameFunctions(clues, isSource);
  const isFaulty = faultyBy(faults, rule);
  const inFaulty = (one: { path: string; line: number }) =>
    faults.functions.some(({ path, line }) => path === one.path && line === one.line);
  const byFrame = tiedBy(statements, frameThenOchiai(frames, spectrum.failing));
  const final = finalOrder(clues);
  const own = (suspects: readonly Suspect[]) => suspects.filter(({ path }) => isSource(path));
  return {
    statements: {
      ochiai: count(byRank(rankStatements(spectrum)), isFaulty),
      frames: frameLines(frames, faults),
      "frames+ochiai": count(byFrame, isFaulty),
      faultline: count(byRank(own(final.statements)), isFaulty),
    },
    functions: {
      ochiai: count(byRank(rankFunctions(spectrum)), inFaulty),
      frames: count(
        tiedBy(functionsOf(statements), (a, b) => frameOf(frames, a) - frameOf(frames, b)).filter(([first]) =>
          first ? frameOf(frames, first) < frames.length : false,
        ),
        inFaulty,
      ),
      "frames+ochiai": count(firstOfFunctions(byFrame), inFaulty),
      faultline: count(byRank(own(final.functions)), inFaulty),
    },
  };
}

/** A function with a frame in the traceback. */
interface FrameFunction {
  path: string;
  first: number;
  last: number;
}

/** The functions of the traceback, the deepest first, each once. */
function frameFunctions({ frames, spectrum }: Clues, isSource: (path: string) => boolean): FrameFunction[] {
  const found = new Map<string, FrameFunction>();
  for (const { path, line } of frames.toReversed()) {
    const at = spectrum.statements.find((one) => one.path === path && one.line <= line && line <= one.last);
    if (!at || at.functionLine === 0 || !isSource(path)) continue;
    const key = `${path}:${at.functionLine}`;
    if (!found.has(key)) found.set(key, { path, first: at.functionLine, last: at.functionLast });
  }
  return [...found.values()];
}

/** Every line of each function, functions in their order: all that stack traces tell in the study. */
function frameLines(frames: readonly FrameFunction[], faults: Faults): Tie[] {
  const seen = new Set<string>();
  return frames.map(({ path, first, last }) => {
    const lines = Array.from({ length: last - first + 1 }, (_, index) => `${path}:${first + index}`);
    const fresh = lines.filter((line) => !seen.has(line));
    for (const line of fresh) seen.add(line);
    const faulty = [...faults.lines, ...faults.extended].filter((one) => fresh.includes(`${one.path}:${one.line}`));
    return { size: fresh.length, faulty: faulty.length };
  });
}

type Compare<T> = (a: T, b: T) => number;

function frameThenOchiai(frames: readonly FrameFunction[], failing: number): Compare<StatementCount> {
  return (a, b) =>
    frameOf(frames, a) - frameOf(frames, b) || compareScores(squaredOchiai(a, failing), squaredOchiai(b, failing));
}

/** Which frame's function a line is in; those in none come last. */
function frameOf(frames: readonly FrameFunction[], { path, line }: { path: string; line: number }): number {
  const index = frames.findIndex((one) => one.path === path && one.first <= line && line <= one.last);
  return index < 0 ? frames.length : index;
}

function tiedBy<T>(items: readonly T[], compare: Compare<T>): T[][] {
  const ties: T[][] = [];
  for (const item of items.toSorted(compare)) {
    const last = ties.at(-1);
    if (last?.[0] !== undefined && compare(last[0], item) === 0) last.push(item);
    else ties.push([item]);
  }
  return ties;
}

function byRank(suspects: readonly Suspect[]): Suspect[][] {
  return tiedBy(suspects, (a, b) => a.rank - b.rank);
}

/** Each function at the place of its first statement. */
function firstOfFunctions(ties: readonly StatementCount[][]): { path: string; line: number }[][] {
  const seen = new Set<string>();
  return ties.map((tie) =>
    functionsOf(tie).filter(({ path, line }) => {
      const key = `${path}:${line}`;
      return seen.has(key) ? false : seen.add(key);
    }),
  );
}

function functionsOf(statements: readonly StatementCount[]): { path: string; line: number }[] {
  const found = new Map<string, { path: string; line: number }>();
  for (const { path, functionLine } of statements) {
    if (functionLine > 0) found.set(`${path}:${functionLine}`, { path, line: functionLine });
  }
  return [...found.values()];
}

function faultyBy(faults: Faults, rule: Rule): (one: { path: string; line: number; last: number }) => boolean {
  const lines = [...faults.lines, ...faults.extended];
  return ({ path, line, last }) =>
    lines.some((one) => one.path === path && line <= one.line && one.line <= (rule === "any" ? last : line));
}

function count<T>(ties: readonly T[][], isFaulty: (one: T) => boolean): Tie[] {
  return ties.map((tie) => ({ size: tie.length, faulty: tie.filter(isFaulty).length }));
}
