import { readSteps } from "./failing-step.ts";
import { functionKey, rankFunctions, rankStatements } from "./ochiai.ts";
import { readPlaces } from "./places.ts";
import { reasonsFor, type Whole } from "./reasons.ts";
import type { Spectrum, StatementCount } from "./spectrum.ts";
import type { RankedSuspect, Reason, Suspect } from "./suspect.ts";
import { type Evidence, suspicion } from "./suspicion.ts";
import { type FinalOrder, type MeantPlace, withMeant } from "./with-meant.ts";

/** What was measured about one failing test. Paths are absolute. */
export interface Clues {
  spectrum: Spectrum;
  /** Project frames of the explained exception, outermost first; those in test files are marked. */
  frames: { path: string; line: number; function: string; inTest: boolean }[];
  /** The origin chain, origin first. */
  origin:
    | { status: "found" | "partial" | "none"; bad: string; steps: { path: string; line: number; kind: string }[] }
    | undefined;
  /**
   * What the failing test executed by statements of test code, in the order in which they ended; the last is the one
   * that failed. `statements` are indexes into those of the spectrum, by their last execution, the latest one last.
   */
  steps: { path: string; line: number; function: string; statements: number[] }[];
  /** Names whose values differ between the failing test and a similar passing one. */
  differing: { path: string; line: number; name: string }[];
  /** Definitions that the tests probably mean where they ask for what is not there, the most probable first. */
  meant: MeantPlace[];
  isTest: (path: string) => boolean;
  /** The text of some lines, joined by line feeds; "" where it cannot be read. */
  source: (path: string, line: number, last: number) => string;
}

/**
 * The final order of what the failing test executed, code of tests left out unless there is no other: statements by
 * how likely the fault is in them (`suspicion`), functions by the root of the sum of squares of their own statements,
 * by which one strong suspect counts for more than many weak ones. Definitions that the tests mean and do not get come
 * before all of it:
 * the way to the failure ends at them.
 */
export function finalOrder(clues: Clues): FinalOrder {
  return withMeant(clues.meant, orderOfExecuted(clues));
}

function orderOfExecuted(clues: Clues): FinalOrder {
  const { steps, statements } = weigh(clues);
  const whole: Whole = { passing: clues.spectrum.passing, steps };
  const spectrum = { ...clues.spectrum, statements: statements.map(({ statement }) => statement) };
  const byPlace = new Map(statements.map((one) => [`${one.statement.path}:${one.statement.line}`, one]));
  const functions = byFunction(statements);
  return {
    statements: ranked(rankStatements(spectrum), (suspect) => {
      const found = byPlace.get(`${suspect.path}:${suspect.line}`);
      return found && { weight: found.weight, reasons: reasonsFor(found.evidence, whole) };
    }),
    functions: ranked(rankFunctions(spectrum), (suspect) => {
      const found = functions.get(`${suspect.path}\0${suspect.line}\0${suspect.function}`);
      return found && { weight: found.weight, reasons: reasonsForFunction(found.statements, whole) };
    }),
  };
}

interface Weighed {
  statement: StatementCount;
  evidence: Evidence;
  weight: number;
}

function weigh(clues: Clues): { statements: Weighed[]; steps: number } {
  const { spectrum, isTest, source } = clues;
  const all = spectrum.statements;
  // Where the tests executed nothing but themselves, the fault is in them.
  const testsAlone = all.every(({ failing, path }) => failing === 0 || isTest(path));
  const ofInterest = (index: number) => {
    const statement = all[index];
    return statement !== undefined && statement.failing > 0 && (testsAlone || !isTest(statement.path));
  };
  const steps = readSteps(clues, ofInterest);
  const places = readPlaces(clues, all);
  const crash = places.findIndex(({ frame }) => frame === 0);
  const crashed = crash < 0 ? undefined : steps.of(crash);
  const statements = all.flatMap((statement, index): Weighed[] => {
    const place = places[index];
    if (!place || !ofInterest(index)) return [];
    const part = steps.of(index);
    const evidence: Evidence = {
      text: source(statement.path, statement.line, statement.last),
      passing: statement.passing,
      part,
      places: place,
      afterwards: crashed?.role === "failing" && part.role === "failing" && part.position < crashed.position,
    };
    return [{ statement, evidence, weight: suspicion(evidence) }];
  });
  return { statements, steps: steps.before };
}

function byFunction(statements: readonly Weighed[]): Map<string, { statements: Weighed[]; weight: number }> {
  const functions = new Map<string, { statements: Weighed[]; weight: number }>();
  // The sum and the first one must not depend on how the spectrum is listed.
  for (const weighed of statements.toSorted((a, b) => b.weight - a.weight || a.statement.line - b.statement.line)) {
    const { path, functionLine, function: name } = weighed.statement;
    const key = functionKey({ path, functionLine, function: name });
    const known = functions.get(key) ?? { statements: [], weight: 0 };
    functions.set(key, known);
    known.statements.push(weighed);
    known.weight = Math.hypot(known.weight, weighed.weight);
  }
  return functions;
}

/** Those of its most suspicious statement, with that statement's line. */
function reasonsForFunction(statements: readonly Weighed[], whole: Whole): Reason[] {
  const [first] = statements;
  if (!first) return [];
  const [strongest, ...others] = reasonsFor(first.evidence, whole);
  return strongest ? [{ ...strongest, text: `line ${first.statement.line}: ${strongest.text}` }, ...others] : [];
}

/** Puts suspects of the plain order by their weights; equal ones share a rank. */
function ranked(
  suspects: readonly Suspect[],
  of: (suspect: Suspect) => { weight: number; reasons: Reason[] } | undefined,
): RankedSuspect[] {
  const weighed = suspects.map((suspect) => ({ suspect, ...(of(suspect) ?? { weight: 0, reasons: [] }) }));
  weighed.sort((a, b) => b.weight - a.weight);
  const tied = new Map<number, number>();
  for (const { weight } of weighed) tied.set(weight, (tied.get(weight) ?? 0) + 1);
  const rank = new Map<number, number>();
  for (const [index, { weight }] of weighed.entries()) if (!rank.has(weight)) rank.set(weight, index + 1);
  return weighed.map(({ suspect, weight, reasons }) => ({
    ...suspect,
    rank: rank.get(weight) ?? 0,
    tied: tied.get(weight) ?? 0,
    reasons,
    ochiai: { rank: suspect.rank, tied: suspect.tied },
  }));
}
