import type { Fingerprint } from "../evidence/fingerprint.ts";
import { finalOrder } from "../localization/final-order.ts";
import type { RankedSuspect } from "../localization/suspect.ts";
import { type CoverageRun, isStopped } from "../probe/coverage-run.ts";
import { type AloneRun, timeUp } from "./alone.ts";
import { type Baseline, checkoutNow, dependingOn, recordBaseline } from "./baseline.ts";
import { type Clock, startClock } from "./clock.ts";
import { collectClues } from "./clues.ts";
import { type Collected, failingRun } from "./collected.ts";
import type { Call, Engine } from "./engine.ts";
import type { Shown } from "./excerpts.ts";
import { shownPath } from "./failure-facts.ts";
import { packAnswer, type Unpacked } from "./packing.ts";
import { shownDoings } from "./pollution.ts";
import type { AloneStatus, Investigation } from "./reports.ts";
import { sourceLines } from "./source-lines.ts";
import { tellSuspects } from "./suspects.ts";
import { target } from "./target.ts";
import { shownLines, tellRun } from "./tell-run.ts";

/** So many of each are ever told; further down an order says nothing any more. */
const MOST = { suspects: 300, functions: 100, differences: 100 };
/** So many suspects are shown with the lines around them. */
const SHOWN_SUSPECTS = 5;
const SUSPECT_REACH = { before: 10, after: 6 };

export interface InvestigateRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
}

/**
 * Investigates one failing test: runs it alone, then with the suite under coverage, compares it with a passing one,
 * and says where to look first and why. The whole of it is kept as evidence.
 *
 * @throws FaultlineError `bad-request`; the reason of `call.signal`, once that is given
 */
export async function investigate(engine: Engine, request: InvestigateRequest, call: Call): Promise<Investigation> {
  const clock = startClock(call);
  const asked = target(engine, request.nodeId);
  const before = checkoutNow(engine);
  const found = await collectClues(engine, asked, call);
  const checkout = await before;
  const run = failingRun(found) ?? notRun(found, call);
  await recordBaseline(engine, baselineOf(found, run), checkout, asked.nodeId);
  return packAnswer("investigation", tell(engine, found, run, clock), {
    state: engine.state,
    key: found.target.nodeId,
    fingerprint: fingerprintOf(engine, found, run, checkout),
    budgetTokens: call.budgetTokens,
  });
}

function notRun({ target }: Collected, { deadline }: Call): AloneRun {
  const nothing = { failure: undefined, origin: undefined, signature: undefined, notes: [], hung: [], seconds: 0 };
  return { target, status: "deadline", problem: timeUp(deadline), ...nothing };
}

function statusOf({ dependence, alone }: Collected, run: AloneRun): AloneStatus {
  return dependence && alone?.status === "passed" ? "order-dependent" : run.status;
}

function baselineOf(found: Collected, run: AloneRun): Baseline {
  const stopped = new Set((found.coverage?.failures ?? []).filter(isStopped).map(({ nodeId }) => nodeId));
  const tests = (found.coverage?.tests ?? []).filter(({ nodeId }) => !stopped.has(nodeId));
  // Where the order matters, the other tests of some files were left out.
  const whole = !found.passedInSuite && !found.dependence && stopped.size === 0;
  return {
    nodeId: found.target.nodeId,
    status: statusOf(found, run),
    ...(run.signature !== undefined && { signature: run.signature }),
    ...(found.dependence && { polluters: found.dependence.polluters }),
    outcomes: Object.fromEntries(tests.map(({ nodeId, outcome }) => [nodeId, outcome])),
    complete: whole && (found.coverage?.complete ?? false),
  };
}

function fingerprintOf({ repo }: Engine, found: Collected, run: AloneRun, checkout: Fingerprint): Fingerprint {
  const covered = (found.coverage?.spectrum.statements ?? []).map(({ path }) => path);
  const shown = shownLines(run, repo).map(({ path }) => path);
  return dependingOn(
    checkout,
    new Set([found.target.path, ...[...covered, ...shown].map((path) => shownPath(repo, path))]),
  );
}

function tell(engine: Engine, found: Collected, run: AloneRun, clock: Clock): Unpacked<Investigation> {
  const { repo } = engine;
  const source = sourceLines(repo);
  const order = found.clues ? finalOrder(found.clues) : { statements: [], functions: [] };
  const { coverage, passing, dependence } = found;
  const polluting = shownDoings(found.doings, dependence?.polluters ?? [], found.target);
  const shown = [...shownLines(run, repo), ...polluting, ...order.statements.slice(0, SHOWN_SUSPECTS).map(around)];
  return {
    ...tellRun(engine, run, statusOf(found, run), shown, dependence?.polluters),
    notes: [...(engine.pythonNotes ?? []), ...found.notes],
    suspects: tellSuspects(order.statements.slice(0, MOST.suspects), repo, source),
    functions: tellSuspects(order.functions.slice(0, MOST.functions), repo, source),
    differences: found.differences
      .slice(0, MOST.differences)
      .map((difference) => ({ ...difference, path: shownPath(repo, difference.path) })),
    ...(passing && { passing }),
    ...(dependence && { orderDependence: dependence }),
    ...(coverage?.tracer !== undefined && { coverage: coverageFacts(coverage, coverage.tracer) }),
    steps: found.steps,
    seconds: clock.seconds(),
  };
}

function around({ path, line }: RankedSuspect): Shown {
  return { path, line, ...SUSPECT_REACH };
}

function coverageFacts({ tests, complete, workers, seconds }: CoverageRun, tracer: string) {
  const count = (outcome: string) => tests.filter((test) => test.outcome === outcome).length;
  const rounded = Math.round(seconds * 1000) / 1000;
  return {
    tests: tests.length,
    passed: count("passed"),
    failed: count("failed"),
    complete,
    tracer,
    workers,
    seconds: rounded,
  };
}
