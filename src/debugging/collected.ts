import type { Difference } from "../localization/compare.ts";
import type { Clues } from "../localization/final-order.ts";
import type { CoverageRun } from "../probe/coverage-run.ts";
import type { Observation } from "../probe/values-run.ts";
import type { AloneRun } from "./alone.ts";
import type { StepKind } from "./planner.ts";
import type { Doing } from "./pollution.ts";
import type { OrderDependence, PassingTest } from "./reports.ts";
import type { Target } from "./target.ts";

/** All that the steps of one investigation have measured, as far as they came. Paths are absolute. */
export interface Collected {
  /** The one test that it is about; of a node id that named several the first that fails. */
  target: Target;
  alone: AloneRun | undefined;
  /** The test after its polluters, traced. */
  after: AloneRun | undefined;
  dependence: OrderDependence | undefined;
  /** What its polluters did that it does not do itself. */
  doings: Doing[];
  /** It fails alone and passes within the suite, after these tests where their order is known. */
  passedInSuite: boolean;
  passedAfter: string[] | undefined;
  coverage: CoverageRun | undefined;
  /** The passing test that executes most of the same. */
  passing: PassingTest | undefined;
  /** What the suspect lines saw, in the failing test and in the passing one. */
  observations: { failing: Observation[]; passing: Observation[] } | undefined;
  differences: Difference[];
  /** What the final order is made from; undefined where the test was not seen to fail under coverage. */
  clues: Clues | undefined;
  /** What a reader has to know besides, each a clause. */
  notes: string[];
  /** What was done and why and with what result, one sentence each, in order. */
  steps: string[];
  /** Seconds of each step. */
  seconds: Partial<Record<StepKind, number>>;
}

/** The run that shows the failure: alone, or for one that passes alone, after its polluters. */
export function failingRun({ alone, after }: Pick<Collected, "alone" | "after">): AloneRun | undefined {
  return after?.status === "failed" ? after : alone;
}
