import * as z from "zod";
import type { Fingerprint } from "../evidence/fingerprint.ts";
import { staleness } from "../evidence/freshness.ts";
import { latestEvidence } from "../evidence/store.ts";
import { isTestPath } from "../kernel/repo.ts";
import { checkoutNow, dependingOn } from "./baseline.ts";
import { type Clock, startClock } from "./clock.ts";
import type { Call, Engine } from "./engine.ts";
import { shownPath } from "./failure-facts.ts";
import { oneSidedRows, partingLines, type Row } from "./one-sided.ts";
import { packAnswer, type Unpacked } from "./packing.ts";
import type { Comparison, OneSided, PassingTest } from "./reports.ts";
import { sourceLines } from "./source-lines.ts";
import { similarTest, suiteCoverage } from "./suite-coverage.ts";
import { relevantTestFiles } from "./suite-order.ts";
import { compareValues } from "./suspect-values.ts";
import { sibling, type Target, target } from "./target.ts";
import { runTwoTests, type TwoTests } from "./two-tests.ts";

/** Part of the time for finding a passing test, and of what is left then for the coverage of the two. */
const SHARE = { search: 0.5, coverage: 0.6 };
const MOST_WATCHES = 40;
const MOST = { rows: 500, differences: 100 };

export interface CompareRequest {
  /** The failing test; relative to the checkout, or absolute below it. */
  nodeId: string;
  /** The test to compare it with; without it the passing test that executes most of the same. */
  passing?: string;
}

/**
 * Compares a failing test with a passing one: what only one of them executed, and values that differ.
 *
 * @throws FaultlineError `bad-request`; the reason of `call.signal`, once that is given
 */
export async function compareRuns(engine: Engine, request: CompareRequest, call: Call): Promise<Comparison> {
  const clock = startClock(call);
  const failing = target(engine, request.nodeId);
  const given = request.passing === undefined ? undefined : target(engine, request.passing).nodeId;
  const checkout = await checkoutNow(engine);
  const passing = given ?? (await passingTest(engine, failing, call, clock, checkout));
  const two = passing && (await runTwoTests(engine, failing, passing, call, clock.left() * SHARE.coverage));
  const answer = two ? await compared(engine, failing, two, call, clock) : nothingToCompare(failing);
  const files = new Set([failing.path, ...answer.onlyFailing.map(({ path }) => path)]);
  return packAnswer("comparison", answer, {
    state: engine.state,
    key: answer.failing,
    fingerprint: dependingOn(checkout, files),
    budgetTokens: call.budgetTokens,
  });
}

function nothingToCompare({ nodeId }: Target): Unpacked<Comparison> {
  const problem = "no passing test is known that executes any of the same statements";
  return { failing: nodeId, passing: undefined, problem, onlyFailing: [], onlyPassing: [], differences: [] };
}

const investigated = z.object({ passing: z.object({ nodeId: z.string() }) });

/** The passing test that an investigation of the same code has found, else the one that the suite has. */
async function passingTest(
  engine: Engine,
  failing: Target,
  call: Call,
  clock: Clock,
  checkout: Fingerprint,
): Promise<string | undefined> {
  const stored = await latestEvidence(engine.state, "investigation", failing.nodeId);
  const known = investigated.safeParse(stored?.body);
  if (stored && known.success && staleness(stored.fingerprint, checkout).length === 0) return known.data.passing.nodeId;
  const selection = await relevantTestFiles(engine, failing, []);
  const deadline = clock.left() * SHARE.search;
  const run = await suiteCoverage(engine, failing, call, { selection, deadline });
  return similarTest(run, failing.nodeId)?.nodeId;
}

async function compared(
  engine: Engine,
  asked: Target,
  { run, failing, passing, problem }: TwoTests,
  call: Call,
  clock: Clock,
): Promise<Unpacked<Comparison>> {
  const facts = { failing, ...(problem !== undefined && { problem }) };
  if (problem !== undefined) {
    return { ...facts, passing: undefined, onlyFailing: [], onlyPassing: [], differences: [] };
  }
  const { repo } = engine;
  const { statements } = run.spectrum;
  const isTest = (path: string) => isTestPath(repo, path);
  const rows = oneSidedRows(statements, isTest);
  const watches = partingLines(statements, isTest).slice(0, MOST_WATCHES);
  const request = { watches, passing, before: [], deadline: clock.left() };
  const seen = watches.length > 0 && (await compareValues(engine, sibling(asked, failing), call, request));
  const source = sourceLines(repo);
  const told = ({ wholeFunction: _, ...row }: Row): OneSided => ({
    ...row,
    path: shownPath(repo, row.path),
    source: source(row.path, row.line),
  });
  return {
    ...facts,
    passing: { nodeId: passing, similarity: similarity(statements) },
    onlyFailing: rows.onlyFailing.slice(0, MOST.rows).map(told),
    onlyPassing: rows.onlyPassing.slice(0, MOST.rows).map(told),
    differences: (seen ? seen.differences : [])
      .slice(0, MOST.differences)
      .map((difference) => ({ ...difference, path: shownPath(repo, difference.path) })),
  };
}

/** Shared statements by the statements of either. */
function similarity(statements: readonly { failing: number; passing: number }[]): PassingTest["similarity"] {
  const shared = statements.filter(({ failing, passing }) => failing > 0 && passing > 0).length;
  return statements.length === 0 ? 0 : Math.round((shared / statements.length) * 1000) / 1000;
}
