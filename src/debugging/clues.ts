import { isTestPath } from "../kernel/repo.ts";
import type { Clues } from "../localization/final-order.ts";
import { secondsSince, startClock } from "./clock.ts";
import { type Collected, failingRun } from "./collected.ts";
import { isBareAssertion } from "./crash-site.ts";
import type { Call, Engine } from "./engine.ts";
import { tellFailure } from "./failure-facts.ts";
import { meantPlaces } from "./meant.ts";
import { type Facts, leftOut, type PlannedStep, plan, type StepKind } from "./planner.ts";
import { chooseStep, plannerModel } from "./planner-model.ts";
import { sourceLines } from "./source-lines.ts";
import { type Investigating, take } from "./steps.ts";
import type { Target } from "./target.ts";

/**
 * Measures all that the final order is made from, step by step as the planner says, until nothing is left to do or the
 * time is up; what is known by then is returned. Never throws for what the tests do.
 *
 * @throws the reason of `call.signal`, once that is given
 */
export async function collectClues(engine: Engine, target: Target, call: Call): Promise<Collected> {
  const on: Investigating = { engine, call, clock: startClock(call), found: nothingYet(target), files: [target.path] };
  const { found } = on;
  const model = plannerModel(engine.env);
  const done: StepKind[] = [];
  for (;;) {
    const facts = factsOf(on, done);
    const { step, note } = await chooseStep(plan(facts), facts, model, call.signal);
    call.signal?.throwIfAborted();
    if (!step) {
      const next = leftOut(facts);
      if (next !== undefined) found.notes.push(`too little time was left for the next step: ${next}`);
      break;
    }
    call.progress?.({ message: `${step.kind}: ${step.reason}` });
    const begun = performance.now();
    const result = await take[step.kind](on, step.share * on.clock.left());
    found.seconds[step.kind] = secondsSince(begun);
    found.steps.push(sentence(step, note, result));
    found.clues = cluesOf(engine, found);
    done.push(step.kind);
  }
  return found;
}

function nothingYet(target: Target): Collected {
  return {
    target,
    alone: undefined,
    after: undefined,
    dependence: undefined,
    doings: [],
    passedInSuite: false,
    passedAfter: undefined,
    coverage: undefined,
    passing: undefined,
    observations: undefined,
    differences: [],
    clues: undefined,
    notes: [],
    steps: [],
    seconds: {},
  };
}

function factsOf({ engine, clock, found, files }: Investigating, done: readonly StepKind[]): Facts {
  const { alone, coverage, passing, dependence, target } = found;
  const failure = alone?.failure;
  return {
    done,
    left: clock.left(),
    otherTestFiles: files.filter((file) => file !== target.path).length,
    ...(alone && {
      alone: {
        status: alone.status,
        seconds: alone.seconds,
        bareAssertion: failure !== undefined && isBareAssertion(tellFailure(failure, engine.repo).raised),
        origin: alone.origin?.status,
      },
    }),
    ...(coverage && {
      coverage: { target: targetIn(found), similarPassing: passing !== undefined, complete: coverage.complete },
    }),
    ...(done.includes("order") && { polluters: dependence !== undefined }),
  };
}

function targetIn({ coverage, target, passedInSuite }: Collected): "failed" | "passed" | undefined {
  if (passedInSuite) return "passed";
  const outcome = coverage?.tests.find(({ nodeId }) => nodeId === target.nodeId)?.outcome;
  return outcome === "failed" || outcome === "passed" ? outcome : undefined;
}

function sentence({ kind, reason }: PlannedStep, note: string | undefined, result: string): string {
  return `${kind} (${reason}${note === undefined ? "" : `; ${note}`}): ${result}`;
}

/**
 * What is known of the failing test, as the final order takes it; undefined before it was seen to fail under coverage,
 * unless it asks for what is not there, of which no coverage tells.
 */
function cluesOf({ repo }: Engine, found: Collected): Clues | undefined {
  const { coverage, differences, target } = found;
  const run = failingRun(found);
  const meant = run?.failure ? meantPlaces(repo, run.failure) : [];
  const failed = coverage !== undefined && coverage.spectrum.failing > 0;
  if (!failed && meant.length === 0) return undefined;
  const frames = run?.failure ? tellFailure(run.failure, repo).raised.sites : [];
  const sourceLine = sourceLines(repo);
  return {
    spectrum: failed ? coverage.spectrum : { failing: 0, passing: 0, statements: [] },
    frames: frames.map(({ path, line, function: name = "", inTest }) => ({ path, line, function: name, inTest })),
    origin: run?.origin,
    steps: (failed && coverage.steps.get(target.nodeId)) || [],
    differing: differences,
    meant,
    isTest: (path) => isTestPath(repo, path),
    source: (path, line, last) =>
      Array.from({ length: last - line + 1 }, (_, index) => sourceLine(path, line + index)).join("\n"),
  };
}
