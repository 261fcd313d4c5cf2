import { type CoverageRun, isStopped } from "../probe/coverage-run.ts";
import type { Failure } from "../pytest/failure.ts";
import { splitNodeId } from "../pytest/node-id.ts";
import { type AloneRun, runAlone } from "./alone.ts";
import { type Clock, countdown } from "./clock.ts";
import { type Collected, failingRun } from "./collected.ts";
import type { Call, Engine } from "./engine.ts";
import { signatureOf, tellFailure } from "./failure-facts.ts";
import { findPolluters, findSetup } from "./order-dependence.ts";
import type { StepKind } from "./planner.ts";
import { doingsOf, tellDoings } from "./pollution.ts";
import { similarTest, suiteCoverage } from "./suite-coverage.ts";
import { relevantTestFiles } from "./suite-order.ts";
import { compareValues, suspectLines } from "./suspect-values.ts";

/** An investigation on its way. */
export interface Investigating {
  engine: Engine;
  call: Call;
  clock: Clock;
  found: Collected;
  /** Test files, the most relevant first; those besides the target's own are known once it has run alone. */
  files: string[];
}

/** Takes a step of an investigation within some milliseconds, and says in one clause what came of it. */
type Step = (on: Investigating, deadline: number) => Promise<string>;

/** How each step is taken; what it measured is added to `found`. */
export const take: Record<StepKind, Step> = { alone, coverage, values, order, "after-polluters": afterPolluters };

async function alone(on: Investigating, deadline: number): Promise<string> {
  const { engine, call, found } = on;
  found.alone = await runAlone(engine, found.target, call, { deadline, firstOf: 2 });
  found.target = found.alone.target;
  found.notes.push(...found.alone.notes);
  on.files = await relevantTestFiles(engine, found.target, filesOf(found.alone, engine.repo));
  return [...found.alone.notes, outcomeOf(found.alone)].join("; ");
}

async function afterPolluters({ engine, call, found }: Investigating, deadline: number): Promise<string> {
  const after = found.dependence?.polluters ?? [];
  const left = countdown(deadline);
  const run = await runAlone(engine, found.target, call, { deadline, after });
  if (run.status === "failed") found.after = run;
  if (left() < run.seconds * 1000) return outcomeOf(run);
  found.doings = await doingsOf(engine, found.target, call, { polluters: after, deadline: left() });
  const told = tellDoings(found.doings, engine.repo);
  found.notes.push(...told);
  return [outcomeOf(run), ...told].join("; ");
}

function outcomeOf({ status, problem, failure, origin, seconds }: AloneRun): string {
  const what = failure ? `${status} with ${failure.exception.type}` : (problem ?? status);
  const where = origin?.status === "found" ? ", the origin of the bad value is found" : "";
  return `${what}${where} (${seconds.toFixed(2)} s)`;
}

/** Project files that a failing run is known to have executed. */
function filesOf({ failure, origin }: AloneRun, repo: string): string[] {
  const frames = failure ? tellFailure(failure, repo).raised.sites : [];
  return [...new Set([...frames, ...(origin?.steps ?? [])].map(({ path }) => path))];
}

async function coverage({ engine, call, clock, found, files }: Investigating, deadline: number): Promise<string> {
  const { target, dependence } = found;
  const until = clock.left() - deadline;
  const first = new Set([target.path, ...(dependence?.polluters ?? []).map((name) => splitNodeId(name).path)]);
  const others = files.filter((file) => !first.has(file));
  const selection = dependence ? [...dependence.polluters, target.nodeId, ...others] : files;
  const whole = await suiteCoverage(engine, target, call, { selection, deadline, inOrder: dependence !== undefined });
  keep(found, whole);
  const left = clock.left() - until;
  if (dependence || outcomeIn(whole, target.nodeId) !== "passed" || whole.seconds * 1000 > left) {
    return [toldOf(whole), ...otherFailure(found)].join("; ");
  }
  // It fails alone and passes after others of its file: it is seen to fail only where nothing runs before it.
  found.passedInSuite = true;
  found.passedAfter = testsBefore(whole, target.nodeId);
  const alone = { selection: [target.nodeId, ...others], deadline: left, inOrder: true };
  const again = await suiteCoverage(engine, target, call, alone);
  if (again.spectrum.failing === 0) return toldOf(whole);
  keep(found, again);
  return `${toldOf(whole)}; run first, it fails`;
}

function keep(found: Collected, run: CoverageRun): void {
  found.coverage = run;
  found.passing = similarTest(run, found.target.nodeId);
}

/** A test may fail in another way once others have run; what was covered is then about that failure. */
function otherFailure(found: Collected): string[] {
  const { coverage: run, target } = found;
  const failure = run?.failures.find(({ nodeId }) => nodeId === target.nodeId);
  const known = failingRun(found)?.signature;
  if (!failure || known === signatureOf({ ...failure, sections: [], incomplete: false }, target.cwd)) return [];
  const note = `in the suite it fails in another way, with ${failure.exception.type}`;
  found.notes.push(note);
  return [note];
}

function outcomeIn({ tests }: CoverageRun, nodeId: string): string | undefined {
  return tests.find((test) => test.nodeId === nodeId)?.outcome;
}

/** The order of several processes is no order. */
function testsBefore({ tests, workers }: CoverageRun, nodeId: string): string[] | undefined {
  if (workers > 1) return undefined;
  const ids = tests.map((test) => test.nodeId);
  return ids.slice(0, ids.indexOf(nodeId));
}

function toldOf({ ended, tests, failures, complete, problem, tracer, workers, seconds }: CoverageRun): string {
  const passed = tests.filter(({ outcome }) => outcome === "passed").length;
  const how = tracer === undefined ? "" : ` by ${tracer}${workers > 1 ? `, ${workers} processes` : ""}`;
  const why = ended === "deadline" ? "its part of the time was up" : (problem ?? "it was cut off");
  const cut = complete ? "" : `, not the whole suite: ${why}`;
  const stopped = failures.filter(isStopped).length;
  const slow = stopped > 0 ? `, ${stopped} stopped since they took too long` : "";
  return `${tests.length} tests, ${passed} of them passed${slow}${cut} (${seconds.toFixed(2)} s${how})`;
}

async function values({ engine, call, found }: Investigating, deadline: number): Promise<string> {
  const { clues, passing, target, dependence } = found;
  if (!clues || !passing) return "nothing to compare";
  const watches = suspectLines(clues);
  if (watches.length === 0) return "no line outside of the tests is suspect";
  const before = dependence?.polluters ?? [];
  const request = { watches, passing: passing.nodeId, before, deadline };
  const { failing, passing: other, differences, problem } = await compareValues(engine, target, call, request);
  found.observations = { failing, passing: other };
  found.differences = differences;
  const seen = `${differences.length} names differ at ${watches.length} lines, beside ${passing.nodeId}`;
  return problem === undefined ? seen : `${seen}; ${problem}`;
}

async function order({ engine, call, found }: Investigating, deadline: number): Promise<string> {
  const { target, alone: first, passedAfter } = found;
  const limited = { ...call, deadline };
  if (first?.status === "failed") {
    const { dependence, note } = await findSetup(engine, target, passedAfter, limited);
    if (dependence) found.notes.push(note);
    return note;
  }
  const { dependence, failure, note } = await findPolluters(engine, target, undefined, limited);
  found.notes.push(note);
  found.dependence = dependence;
  if (dependence && failure) found.after = seenFailing(found, failure);
  return note;
}

/** The failure as the search for polluters saw it, until it is traced. */
function seenFailing({ target, alone: first }: Collected, failure: Failure): AloneRun {
  return {
    target,
    status: "failed",
    problem: undefined,
    failure,
    origin: undefined,
    signature: signatureOf(failure, target.cwd),
    notes: [],
    hung: [],
    seconds: first?.seconds ?? 0,
  };
}
