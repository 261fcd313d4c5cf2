import type { Spectrum, StatementCount } from "./spectrum.ts";
import type { SquaredScore, Suspect } from "./suspect.ts";

/** How many failing and passing tests executed a thing, of how many failing ones. */
interface Counts {
  failing: number;
  passing: number;
}

/**
 * Ochiai's score, squared, as an exact fraction: n_ef² / ((n_ef + n_nf) · (n_ef + n_ep)), where n_ef + n_nf are all
 * failing tests. 0 / 1 where no failing test executed it, or there is none. (Formula: Abreu, Zoeteweij, van Gemund,
 * PRDC 2006.)
 */
export function squaredOchiai(counts: Counts, allFailing: number): SquaredScore {
  if (counts.failing === 0 || allFailing === 0) return { num2: 0, den2: 1 };
  return { num2: counts.failing ** 2, den2: allFailing * (counts.failing + counts.passing) };
}

/** Negative where `a` is the higher score. Exact: both sides are multiplied out as integers of any size. */
export function compareScores(a: SquaredScore, b: SquaredScore): number {
  const left = BigInt(a.num2) * BigInt(b.den2);
  const right = BigInt(b.num2) * BigInt(a.den2);
  if (left === right) return 0;
  return left > right ? -1 : 1;
}

/**
 * Statements by their Ochiai score over the tests of the spectrum, most suspicious first. Statements with one score
 * share a rank and stand by path and line, so that the order does not depend on how the spectrum was listed.
 */
export function rankStatements(spectrum: Spectrum): Suspect[] {
  return ranked(
    spectrum.statements.map((statement) => ({
      path: statement.path,
      line: statement.line,
      last: statement.last,
      function: statement.function,
      score: squaredOchiai(statement, spectrum.failing),
    })),
  );
}

/**
 * Functions by the highest Ochiai score among their own statements, most suspicious first, as published studies rank
 * them; code at module level is in none, and what a nested function holds is that function's alone.
 */
export function rankFunctions(spectrum: Spectrum): Suspect[] {
  const functions = new Map<string, Omit<Suspect, "rank" | "tied">>();
  for (const statement of spectrum.statements) {
    if (statement.functionLine === 0) continue;
    const score = squaredOchiai(statement, spectrum.failing);
    const key = functionKey(statement);
    const known = functions.get(key);
    if (known === undefined) {
      const { path, functionLine: line, functionLast: last, function: name } = statement;
      functions.set(key, { path, line, last, function: name, score });
    } else {
      const order = compareScores(score, known.score);
      // Of two fractions of one value the shorter one, whichever came first.
      if (order < 0 || (order === 0 && score.den2 < known.score.den2)) known.score = score;
    }
  }
  return ranked([...functions.values()]);
}

/** The same for every statement of one function, and for no other. */
export function functionKey(statement: Pick<StatementCount, "path" | "function" | "functionLine">): string {
  return `${statement.path}\0${statement.functionLine}\0${statement.function}`;
}

function ranked(scored: Omit<Suspect, "rank" | "tied">[]): Suspect[] {
  const sorted = scored.toSorted((a, b) => compareScores(a.score, b.score) || byPlace(a, b));
  const suspects: Suspect[] = [];
  for (let first = 0; first < sorted.length; ) {
    let end = first + 1;
    while (end < sorted.length && tied(sorted[first], sorted[end])) end += 1;
    for (const one of sorted.slice(first, end)) suspects.push({ ...one, rank: first + 1, tied: end - first });
    first = end;
  }
  return suspects;
}

function tied(a: { score: SquaredScore } | undefined, b: { score: SquaredScore } | undefined): boolean {
  return a !== undefined && b !== undefined && compareScores(a.score, b.score) === 0;
}

function byPlace(a: { path: string; line: number }, b: { path: string; line: number }): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
