import type { ProcessResult } from "../kernel/process.ts";
import type { ProbeRecord } from "./record.ts";
import type { ProbeRequest } from "./run.ts";

/** One run of a suite under coverage. */
export interface CoverageRequest extends Omit<ProbeRequest, "mode"> {
  /** The failing tests it is about, as they were asked for: relative to `cwd`. */
  targets: readonly string[];
  /** Processes; more than one needs pytest-xdist in the project's environment, else the suite runs in one. */
  workers: number;
  /** Also split the coverage of the targets by step. */
  steps: boolean;
  /** Called now and then as tests end. `total` is known once the suite was collected. */
  onTest?: (done: number, total: number | undefined) => void;
}

/** One test that ran. */
export interface CoveredTest {
  /** Relative to the request's `cwd`, as its node ids are. */
  nodeId: string;
  outcome: "passed" | "failed" | "skipped" | "xfailed" | "xpassed";
  /** Where it failed. */
  phase?: "setup" | "call" | "teardown";
  /** Seconds of setup, call and teardown together. */
  seconds: number;
  /** How many statements of the spectrum it executed, and how many statements in all, in setup, call and teardown. */
  shared: number;
  statements: number;
}

/** A statement of the tests began, and what ran until the next one began. */
export interface TestStep {
  /** Absolute. */
  path: string;
  /** The line of test code; of a statement on several lines, the line that began. */
  line: number;
  /** Qualified name of the function around that line; "" at module level. */
  function: string;
  /** Indexes into the statements of the spectrum, ascending. The test's own statement is one of them. */
  statements: number[];
}

/** A statement that a target executed, with how many failing (targets alone) and passing tests did. */
export interface CoveredStatement {
  /** Absolute. */
  path: string;
  /** 1-based first and last line; of a compound statement, of its head alone. */
  line: number;
  last: number;
  /** Qualified name of the innermost function around; "" at module level. */
  function: string;
  /** Line of that function's `def`; 0 at module level. */
  functionLine: number;
  failing: number;
  passing: number;
}

/** What a run under coverage measured. */
export interface CoverageRun {
  ended: ProcessResult["ended"];
  /** One line for a person: why nothing was measured, or not all of it. */
  problem?: string;
  header: ProbeRecord["header"] | undefined;
  /** By what lines were measured; undefined where the run did not come that far. */
  tracer: "coverage.py" | "sys.monitoring" | "sys.settrace" | undefined;
  /** Processes that ran tests. */
  workers: number;
  /** Wall time of the whole run. */
  seconds: number;
  /** The run came to its end, in every process. */
  complete: boolean;
  /** In the order in which they ended. */
  tests: CoveredTest[];
  /** Node ids as in `tests`. */
  failures: ProbeRecord["failures"];
  /** `failing` counts the targets that failed in setup or call, `passing` every test that passed. */
  spectrum: { failing: number; passing: number; statements: CoveredStatement[] };
  /** By node id of a target that ran: its steps in order of time; of those of a failed one, the last one failed. */
  steps: Map<string, TestStep[]>;
}

/**
 * Runs tests once and measures which statements each of them executed. Memory does not grow with tests × lines.
 * Never throws for what the tests, pytest or the interpreter do.
 */
export declare function runCoverage(request: CoverageRequest): Promise<CoverageRun>;
