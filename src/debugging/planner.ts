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

type Proposal = Omit<PlannedStep, "id">;

/** A step that runs a test needs at least so many times what the test took alone. */
const factor = 2;
/** Milliseconds: below that no interpreter starts, imports and reports. */
const least = 500;

/**
 * The steps that make sense next, the most telling first; none when the investigation is over. Pure: the same facts
 * give the same plan.
 */
export function plan(facts: Facts): PlannedStep[] {
  const round = facts.done.length + 1;
  const need = leastTime(facts);
  if (facts.left < need) return [];
  return open(facts).map((step) => ({
    id: `step-${round}-${step.kind}`,
    ...step,
    // What it leaves is of no use where no other step could begin with it.
    share: facts.left * (1 - step.share) < need ? 1 : step.share,
  }));
}

/** The step that would come next if there were time for it; undefined where there is, or where nothing is left to do. */
export function leftOut(facts: Facts): StepKind | undefined {
  return facts.left < leastTime(facts) ? open(facts)[0]?.kind : undefined;
}

function open(facts: Facts): Proposal[] {
  return proposals(facts).filter(({ kind }) => !facts.done.includes(kind));
}

function proposals(facts: Facts): Proposal[] {
  const { alone } = facts;
  if (!alone) {
    // A test that takes more than half of the time leaves too little for any other step, all of which run it again.
    return [{ kind: "alone", reason: "does it fail by itself, and where was the bad value made", share: 1 }];
  }
  if (alone.status === "passed") return afterPassing(facts);
  return alone.status === "failed" ? afterFailing(facts, alone) : [];
}

function afterPassing({ done, polluters, otherTestFiles, coverage }: Facts): Proposal[] {
  if (!done.includes("order")) {
    const where = otherTestFiles === 0 ? "other tests of its file make" : "earlier tests make";
    return [{ kind: "order", reason: `it passes alone, so whether ${where} it fail`, share: 1 }];
  }
  if (!polluters) return [];
  if (!done.includes("after-polluters")) {
    return [{ kind: "after-polluters", reason: "where the bad value is made once the polluters have run", share: 0.5 }];
  }
  if (!coverage) {
    return [
      { kind: "coverage", reason: "which statements it executes after them, and passing tests do not", share: 0.7 },
    ];
  }
  return coverage.similarPassing ? [comparison] : [];
}

const comparison: Proposal = {
  kind: "values",
  reason: "which values differ where a similar test passes",
  share: 0.8,
};

function afterFailing(facts: Facts, alone: NonNullable<Facts["alone"]>): Proposal[] {
  const { coverage } = facts;
  if (!coverage) return [{ kind: "coverage", reason: whyCoverage(facts, alone), share: 0.7 }];
  const next: Proposal[] = [];
  if (coverage.similarPassing) next.push(comparison);
  if (coverage.target === "passed") {
    next.push({ kind: "order", reason: "it passes within the suite, so which earlier test it needs", share: 1 });
  }
  return next;
}

function whyCoverage({ otherTestFiles }: Facts, { bareAssertion, origin }: NonNullable<Facts["alone"]>): string {
  if (otherTestFiles === 0) return "which statements the failing step executed, and which passing tests as well";
  if (bareAssertion) return "an assertion says nothing of its cause: which statements passing tests do not share";
  if (origin === "found") return "whether the suite agrees with the origin of the bad value";
  return "the origin of the bad value is not certain: which statements passing tests do not share";
}

/** Milliseconds that a step has to have. */
function leastTime({ alone }: Facts): number {
  return Math.max(least, (alone?.seconds ?? 0) * 1000 * factor);
}
