import type { AloneStatus } from "./reports.ts";

/** A step of an investigation; each is taken once at most. */
export type StepKind =
  /** The test alone, traced. */
  | "alone"
  /** The suite with coverage by test, and of the target by step. */
  | "coverage"
  /** Values at the suspect lines, in the failing and in the most similar passing test. */
  | "values"
  /** The search for the tests that make it fail. */
  | "order"
  /** The test after its polluters, traced. */
  | "after-polluters";

/** What is known so far. */
export interface Facts {
  done: readonly StepKind[];
  /** Milliseconds until the deadline. */
  left: number;
  /** Test files besides the target's own. */
  otherTestFiles: number;
  alone?: {
    status: AloneStatus;
    seconds: number;
    bareAssertion: boolean;
    origin: "found" | "partial" | "none" | undefined;
  };
  coverage?: {
    /** What became of the target in that run; undefined where it did not run. */
    target: "failed" | "passed" | undefined;
    /** A passing test shares statements with the target. */
    similarPassing: boolean;
    complete: boolean;
  };
  /** Whether the search for polluters found any. */
  polluters?: boolean;
}

/** A step that may come next. */
export interface PlannedStep {
  /** Minted here; no other names a step. */
  id: string;
  kind: StepKind;
  /** One clause: what it is to tell, and why now. */
  reason: string;
  /** Part of the time left that it may take, 0 to 1. */
  share: number;
}

/** The steps that make sense next, the most telling first; none when the investigation is over. */
export function plan(_facts: Facts): PlannedStep[] {
  return [];
}
