import * as z from "zod";
import type { Fingerprint } from "../evidence/fingerprint.ts";
import { staleness } from "../evidence/freshness.ts";
import { latestEvidence } from "../evidence/store.ts";
import { isTestPath } from "../kernel/repo.ts";
import { checkoutNow, dependingOn, pollutersOf } from "./baseline.ts";
import { type Clock, startClock } from "./clock.ts";
import type { Call, Engine } from "./engine.ts";
import { shownPath } from "./failure-facts.ts";
import { oneSidedRows, partingLines, type Row } from "./one-sided.ts";
import { packAnswer, type Unpacked } from "./packing.ts";
import type { Comparison, OneSided, PassingTest, ValueDifference } from "./reports.ts";
import { sourceLines } from "./source-lines.ts";
import { similarTest, suiteCoverage } from "./suite-coverage.ts";
import { relevantTestFiles } from "./suite-order.ts";
import { compareValues } from "./suspect-values.ts";
import { sibling, type Target, target } from "./target.ts";
import { runTwoTests } from "./two-tests.ts";

/** Part of the time for finding a passing test, and of what is left then for the coverage of the two. */
const SHARE = { search: 0.5, coverage: 0.6 };
const MOST = { watches: 40, rows: 500, differences: 100 };

export interface CompareRequest {
  /** The failing test; relative to the checkout, or absolute below it. */
  nodeId: string;
  /** The test to compare it with; without it the passing test that executes most of the same. */
  passing?: string;
}

/** A comparison on its way. */
interface Comparing {
  engine: Engine;
  failing: Target;
  /** What has to run before the failing test. */
  before: string[];
  checkout: Fingerprint;
  call: Call;
  clock: Clock;
}

/**
 * Compares a failing test with a passing one: what only one of them executed, and values that differ. A test that is
 * known to fail only after others runs after them.
 *
 * @throws FaultlineError `bad-request`; the reason of `call.signal`, once that is given
 */
export async function compareRuns(engine: Engine, request: CompareRequest, call: Call): Promise<Comparison> {
  const clock = startClock(call);
  const failing = target(engine, request.nodeId);
  const given = request.passing === undefined ? undefined : target(engine, request.passing).nodeId;
  const before = await pollutersOf(engine, failing.nodeId);
  const on: Comparing = { engine, failing, before, checkout: await checkoutNow(engine), call, clock };
  const passing = given ?? (await passingTest(on));
  const answer = passing === undefined ? nothingToCompare(failing) : await compared(on, passing);
  const files = new Set([failing.path, ...answer.onlyFailing.map(({ path }) => path)]);
  return packAnswer("comparison", answer, {
    state: engine.state,
    key: answer.failing,
    fingerprint: dependingOn(on.checkout, files),
    budgetTokens: call.budgetTokens,
  });
}

function nothingToCompare({ nodeId }: Target): Unpacked<Comparison> {
  const problem = "no passing test is known that executes any of the same statements";
  return { failing: nodeId, passing: undefined, problem, onlyFailing: [], onlyPassing: [], differences: [] };
}

const investigated = z.object({ passing: z.object({ nodeId: z.string() }) });

/** The passing test that an investigation of the same code has found, else the one that the suite has. */
async function passingTest({ engine, failing, checkout, call, clock }: Comparing): Promise<string | undefined> {
  const stored = await latestEvidence(engine.state, "investigation", failing.nodeId);
  const known = investigated.safeParse(stored?.body);
  if (stored && known.success && staleness(stored.fingerprint, checkout).length === 0) return known.data.passing.nodeId;
  const selection = await relevantTestFiles(engine, failing, []);
  const deadline = clock.left() * SHARE.search;
  const run = await suiteCoverage(engine, failing, call, { selection, deadline });
  return similarTest(run, failing.nodeId)?.nodeId;
}

async function compared(on: Comparing, against: string): Promise<Unpacked<Comparison>> {
  const { engine, before, call, clock } = on;
  const request = { failing: on.failing.nodeId, passing: against, before, deadline: clock.left() * SHARE.coverage };
  call.progress?.({ message: `running ${request.failing} and ${against} with coverage` });
  const { run, failing, passing, problem } = await runTwoTests(engine, on.failing, call, request);
  if (problem !== undefined) {
    return { failing, passing: undefined, problem, onlyFailing: [], onlyPassing: [], differences: [] };
  }
  const { statements } = run.spectrum;
  const isTest = (path: string) => isTestPath(engine.repo, path);
  const rows = oneSidedRows(statements, isTest);
  const tell = rowTeller(engine.repo);
  return {
    failing,
    passing: { nodeId: passing, similarity: similarity(statements) },
    onlyFailing: rows.onlyFailing.slice(0, MOST.rows).map(tell),
    onlyPassing: rows.onlyPassing.slice(0, MOST.rows).map(tell),
    differences: await differences(on, { failing, passing }, partingLines(statements, isTest)),
  };
}

async function differences(
  { engine, failing: asked, before, call, clock }: Comparing,
  { failing, passing }: { failing: string; passing: string },
  lines: { path: string; line: number }[],
): Promise<ValueDifference[]> {
  if (lines.length === 0) return [];
  call.progress?.({ message: `comparing values at ${Math.min(lines.length, MOST.watches)} lines` });
  const request = { watches: lines.slice(0, MOST.watches), passing, before, deadline: clock.left() };
  const seen = await compareValues(engine, sibling(asked, failing), call, request);
  return seen.differences
    .slice(0, MOST.differences)
    .map((difference) => ({ ...difference, path: shownPath(engine.repo, difference.path) }));
}

function rowTeller(repo: string): (row: Row) => OneSided {
  const source = sourceLines(repo);
  return ({ wholeFunction: _, ...row }) => ({
    ...row,
    path: shownPath(repo, row.path),
    source: source(row.path, row.line),
  });
}

/** Shared statements by the statements of either. */
function similarity(statements: readonly { failing: number; passing: number }[]): PassingTest["similarity"] {
  const shared = statements.filter(({ failing, passing }) => failing > 0 && passing > 0).length;
  return statements.length === 0 ? 0 : Math.round((shared / statements.length) * 1000) / 1000;
}
