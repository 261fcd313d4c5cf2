import type { Difference } from "../localization/compare.ts";

/** What the budget left out, and the handle by which `get_evidence` gives it. */
export interface Omitted {
  /** Such as "suspects" or "excerpts". */
  what: string;
  count: number;
  /** Absent where nothing can be kept. */
  handle?: string;
}

/** How large an answer may be and is. */
export interface TokenUse {
  budget: number;
  used: number;
  encoding: "o200k_base";
}

/** Common to every answer. */
export interface Answer {
  omitted: Omitted[];
  tokens: TokenUse;
  /** Clauses on what was run, where that is not just what was asked for, and on what could not be done. */
  notes?: string[];
}

/** Some source lines, each with its number in front. Paths of answers are relative to the checkout. */
export interface ExcerptText {
  path: string;
  first: number;
  text: string;
}

export interface Place {
  path: string;
  line: number;
  function: string;
}

/** One failure in an answer; a small budget has neither its node id nor its signature. */
export interface FailureFacts {
  nodeId?: string;
  phase: "setup" | "call" | "teardown" | "collection";
  exception: { type: string; message: string };
  /** The deepest frame in what the tests test, else in the tests. */
  crash: (Place & { source: string }) | undefined;
  /** Project frames, outermost first. */
  frames: Place[];
  /** The same for the same failure of a later run. */
  signature?: string;
}

/** Where the bad value was made; steps origin first. */
export interface OriginFacts {
  status: "found" | "partial" | "none";
  bad: string;
  reason?: string;
  steps: (Place & { kind: string; source: string; name?: string; value?: string; note?: string })[];
}

/** How the test behaved when it was run alone. */
export type AloneStatus =
  /** It failed. */
  | "failed"
  /** It passes alone, but fails after others. */
  | "order-dependent"
  /** It passes. */
  | "passed"
  /** It was skipped, or expected to fail. */
  | "skipped"
  /** It could not be collected or started; or no such test. */
  | "not-run"
  | "deadline";

export interface FailureAnswer extends Answer {
  nodeId: string;
  status: AloneStatus;
  /** One line on why, where there is no failure to tell. */
  problem?: string;
  notes: string[];
  failure?: FailureFacts;
  origin?: OriginFacts;
  excerpts: ExcerptText[];
  /** Shell line that runs just this test, after its polluters where there are any; absent where there is no such test. */
  rerun?: string;
}

/** As it was found, but with a path as answers have it. */
export type ValueDifference = Difference;

export interface PassingTest {
  nodeId: string;
  /** Shared statements by the statements of either: 0 to 1. */
  similarity: number;
}

/** A suspect in the final order, told in few words. */
export interface AnsweredSuspect extends Place {
  /** 1 for the first; suspects that nothing tells apart share a rank, `tied` says how many they are. */
  rank: number;
  tied: number;
  source: string;
  /** The measured reasons for its place, the strongest first. */
  why: string[];
  /** Its place in the plain Ochiai order, and the square of its score as an exact fraction. */
  ochiai: { rank: number; tied: number; score2: string };
}

export interface OrderDependence {
  /** Tests that, run before it, make it fail, in order; the shortest such list that was found. */
  polluters: string[];
  /** No shorter list is possible; false where the time was up first. */
  minimal: boolean;
  runs: number;
}

export interface Investigation extends FailureAnswer {
  /** Final order. */
  suspects: AnsweredSuspect[];
  functions: AnsweredSuspect[];
  differences: ValueDifference[];
  passing?: PassingTest;
  orderDependence?: OrderDependence;
  coverage?: {
    tests: number;
    passed: number;
    failed: number;
    /** False where the time was up before the whole suite had run. */
    complete: boolean;
    tracer: string;
    workers: number;
    seconds: number;
  };
  /** What was done, in order, and why: for a reader who wants to judge the answer. */
  steps: string[];
  /** Handle of the whole investigation, unpacked; absent where nothing can be kept. */
  evidence?: string;
  seconds: number;
}

export interface CapturedValues extends Answer {
  nodeId: string;
  outcome: "passed" | "failed" | "skipped" | "not-run" | "deadline";
  problem?: string;
  /** Names that were asked for and are not set where they were looked for. */
  notes: string[];
  /** The latest first. */
  hits: (Place & { hit: number; when: "line" | "return"; values: { name: string; type: string; value: string }[] })[];
  /** Watched lines that the test did not reach, as `path:line`. */
  notReached: string[];
}

/** Statements in a row, or a whole function, that only one of two tests executed; `source` is of the first of them. */
export interface OneSided extends Place {
  /** Last line. */
  last: number;
  statements: number;
  source: string;
}

export interface Comparison extends Answer {
  failing: string;
  passing: PassingTest | undefined;
  problem?: string;
  /** Statements that only the failing test executed, and that only the passing one did. */
  onlyFailing: OneSided[];
  onlyPassing: OneSided[];
  differences: ValueDifference[];
}

export interface SearchAnswer extends Answer {
  matches: { path: string; line: number; text: string }[];
  /** Files that were looked at. */
  searched: number;
  /** There are more matches than were asked for. */
  more: boolean;
}

export interface PatchCheck extends Answer {
  nodeId: string;
  verdict:
    | "fixed"
    /** The test passes, others that passed before the edit now fail. */
    | "fixed-but-broke-others"
    | "same-failure"
    | "new-failure"
    /** A syntax error, an import error: no test ran. */
    | "not-runnable"
    | "not-verified";
  /** One sentence. */
  summary: string;
  failure?: FailureFacts;
  /** Tests that passed before the edit and fail now; `unknown`: nothing is on record of before, or they pass alone. */
  newlyBroken: string[];
  failingBefore: string[];
  failingUnknown: string[];
  /** Tests that passed before and are not there any more, although their file was run, or is gone with them. */
  gone: string[];
  /** Files that changed since the failure was recorded; empty where nothing is on record. */
  changed: string[];
  /** The test, or a conftest of its, is among them. */
  testEdited: boolean;
  suite: { ran: number; passed: number; failed: number; complete: boolean; seconds: number };
}

export interface EvidencePage extends Answer {
  handle: string;
  kind: string;
  /** ISO 8601. */
  madeAt: string;
  /** What has changed since, each one clause; empty while the evidence is fresh. */
  stale: string[];
  /** A part of the evidence as JSON text. */
  text: string;
  /** Where the next part begins; absent at the end. */
  next?: number;
}
