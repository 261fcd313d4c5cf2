import { join, relative } from "node:path";
import type { Failure } from "../pytest/failure.ts";
import { splitNodeId } from "../pytest/node-id.ts";
import { countdown } from "./clock.ts";
import type { Call, Engine } from "./engine.ts";
import { runSuite, type SuiteRun } from "./suite-run.ts";
import type { Target } from "./target.ts";
import { readOutcome, type TestOutcome } from "./test-outcome.ts";

/** What is looked for in the runs of a search. */
export type Wanted = "failed" | "passed";

/** One run, and whether the target behaved in it as is looked for. */
interface Look {
  shows: boolean;
  failure: Failure | undefined;
  suite: SuiteRun;
}

/** The search is given up after so many runs: each starts an interpreter. */
const mostRuns = 80;
/** Milliseconds: below that no interpreter starts. */
const least = 300;
/** Part of the time after which a list is not made shorter any more, but confirmed. */
const MINIMISING = 0.75;

/** The runs of one search for the tests on which the outcome of another one depends, within its time. */
export class OrderRuns {
  readonly target: Target;
  runs = 0;
  /** How the target failed when it was first seen to. */
  failure: Failure | undefined;
  readonly #engine: Engine;
  readonly #call: Call;
  readonly #wanted: Wanted;
  readonly #left: () => number;
  readonly #minimising: () => number;
  #kind: string | undefined;
  #rootdir: string | undefined;

  constructor(engine: Engine, target: Target, call: Call, wanted: Wanted) {
    this.#engine = engine;
    this.#call = call;
    this.target = target;
    this.#wanted = wanted;
    this.#left = countdown(call.deadline);
    this.#minimising = countdown(call.deadline * MINIMISING);
  }

  /** Whether there is time to look for a shorter list. */
  get mayMinimise(): boolean {
    return this.#minimising() > 0;
  }

  /** The target after some tests. Undefined when the time is up. */
  after(tests: readonly string[]): Promise<Look | undefined> {
    return this.#look([...tests, this.target.nodeId], [], 1);
  }

  /** The target alone, but with other files imported, in the order of their paths, as pytest takes them. */
  importing(files: readonly string[]): Promise<Look | undefined> {
    const before = files.filter((file) => file < this.target.path);
    const behind = files.filter((file) => file > this.target.path);
    return this.#look([...before, this.target.nodeId, ...behind], files, 1);
  }

  /** A file or, without one, the suite as the project's configuration has it. */
  whole(file: string | undefined, share: number): Promise<Look | undefined> {
    return this.#look(file === undefined ? [] : [file], [], share);
  }

  async #look(selection: readonly string[], importOnly: readonly string[], share: number): Promise<Look | undefined> {
    const left = this.#left();
    if (left < least || this.runs >= mostRuns) return undefined;
    const { cwd } = this.target;
    this.runs += 1;
    this.#call.progress?.({
      message: `looking for the tests it depends on, run ${this.runs}: ${size(selection, importOnly)}`,
    });
    const suite = await runSuite(this.#engine, this.target, this.#call, {
      selection,
      deselect: importOnly.map((file) => `${relative(this.#rootdir ?? cwd, join(cwd, file))}::`),
      deadline: left * share,
    });
    this.#rootdir ??= suite.run.record?.header.rootdir;
    const outcome = readOutcome(suite.run, this.target);
    const reached = outcome.nodeIds.length > 0 && outcome.status !== "deadline";
    if (suite.run.ended === "deadline" && !reached && share === 1) return undefined;
    const shows = outcome.status === this.#wanted && this.#isSame(outcome);
    if (shows) this.failure ??= outcome.failure;
    return { shows, failure: outcome.failure, suite };
  }

  /** Another exception than the first time is another failure, with other causes. Messages tell of the state, and vary. */
  #isSame({ failure, signature }: TestOutcome): boolean {
    const kind = failure?.exception.type ?? signature ?? "";
    if (this.#wanted === "passed") return true;
    this.#kind ??= kind;
    return kind === this.#kind;
  }
}

function size(selection: readonly string[], importOnly: readonly string[]): string {
  if (selection.length === 0) return "the whole suite";
  if (importOnly.length > 0) return `after importing ${importOnly.length} files`;
  if (selection.some((name) => !name.includes("::"))) return "its file";
  return selection.length === 1 ? "alone" : `after ${selection.length - 1} of the tests before it`;
}

/** The files of some tests, each once, in order. */
export function filesOf(nodeIds: Iterable<string>): string[] {
  return [...new Set([...nodeIds].map((nodeId) => splitNodeId(nodeId).path))];
}
