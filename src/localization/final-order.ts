import { rankFunctions, rankStatements } from "./ochiai.ts";
import type { Spectrum } from "./spectrum.ts";
import type { RankedSuspect, Suspect } from "./suspect.ts";

/** What was measured about one failing test. Paths are absolute. */
export interface Clues {
  spectrum: Spectrum;
  /** Project frames of the explained exception, outermost first; those in test files are marked. */
  frames: { path: string; line: number; function: string; inTest: boolean }[];
  /** The origin chain, origin first. */
  origin:
    | { status: "found" | "partial" | "none"; bad: string; steps: { path: string; line: number; kind: string }[] }
    | undefined;
  /** What the failing test executed by steps of its own code, in order of time; the last step is the one that failed. `statements` are indexes into those of the spectrum. */
  steps: { path: string; line: number; statements: number[] }[];
  /** Names whose values differ between the failing test and a similar passing one. */
  differing: { path: string; line: number; name: string }[];
  isTest: (path: string) => boolean;
  /** The text of some lines, joined by line feeds; "" where it cannot be read. */
  source: (path: string, line: number, last: number) => string;
}

/** The final order of statements and of functions; every reason for a place is stated with it. */
export function finalOrder(clues: Clues): { statements: RankedSuspect[]; functions: RankedSuspect[] } {
  return {
    statements: rankStatements(clues.spectrum).map((suspect) => spectrumOnly(suspect, clues.spectrum)),
    functions: rankFunctions(clues.spectrum).map((suspect) => spectrumOnly(suspect, clues.spectrum)),
  };
}

function spectrumOnly(suspect: Suspect, spectrum: Spectrum): RankedSuspect {
  const text = `Ochiai rank ${suspect.rank} over ${spectrum.failing + spectrum.passing} tests`;
  return { ...suspect, reasons: [{ kind: "spectrum", text }], ochiai: { rank: suspect.rank, tied: suspect.tied } };
}
