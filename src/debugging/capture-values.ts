import { FaultlineError } from "../kernel/errors.ts";
import { type Observation, runValues, type ValuesRun, type Watch } from "../probe/values-run.ts";
import { checkoutNow, dependingOn, pollutersOf } from "./baseline.ts";
import { startClock } from "./clock.ts";
import { commonRequest } from "./common-request.ts";
import type { Call, Engine } from "./engine.ts";
import { shownPath } from "./failure-facts.ts";
import { packAnswer, type Unpacked } from "./packing.ts";
import { withRealRoot } from "./real-root.ts";
import { nodeIdFrom } from "./recorded.ts";
import type { CapturedValues } from "./reports.ts";
import { importsAlone } from "./rerun-line.ts";
import { type Target, target } from "./target.ts";
import { readOutcome } from "./test-outcome.ts";
import { watchedPlace } from "./watched-place.ts";

const HITS = { usual: 10, most: 200 };
const MOST_PLACES = 50;
const MOST_NAMES = 50;

export interface CaptureRequest {
  /** Relative to the checkout, or absolute below it. */
  nodeId: string;
  /** Where to look, each as `path:line`, the path relative to the checkout. */
  at: readonly string[];
  /** Only these variables; all of the function without. */
  names?: readonly string[];
  /** Hits to keep of each line: the first half and the last half of them. */
  maxHits?: number;
}

/**
 * Runs one test and tells the values of the local variables just before some lines run. A test that is known to fail
 * only after others runs after them.
 *
 * @throws FaultlineError `bad-request`; the reason of `call.signal`, once that is given
 */
export async function captureValues(engine: Engine, request: CaptureRequest, call: Call): Promise<CapturedValues> {
  const clock = startClock(call);
  const asked = target(engine, request.nodeId);
  const watches = watchesOf(engine, request);
  const checkout = checkoutNow(engine);
  const before = await pollutersOf(engine, asked.nodeId);
  call.progress?.({ message: `running ${asked.nodeId}, watching ${watches.length} lines` });
  const run = await runValues({
    ...commonRequest(engine, asked, call, clock.left()),
    args: [...asked.args, ...importsAlone(before)],
    nodeIds: [...before, asked.nodeId],
    watches,
    ...(request.names && request.names.length > 0 && { names: request.names }),
    maxHits: request.maxHits ?? HITS.usual,
  });
  call.signal?.throwIfAborted();
  const answer = tellValues(engine, asked, { watches, names: request.names ?? [] }, run);
  const files = new Set([asked.path, ...watches.map(({ path }) => shownPath(engine.repo, path))]);
  return packAnswer("values", answer, {
    state: engine.state,
    key: answer.nodeId,
    fingerprint: dependingOn(await checkout, files),
    budgetTokens: call.budgetTokens,
  });
}

function watchesOf({ repo }: Engine, { at, names = [], maxHits = HITS.usual }: CaptureRequest): Watch[] {
  if (at.length === 0)
    throw new FaultlineError("bad-request", "no line to watch", { hint: "such as shop/prices.py:12" });
  if (at.length > MOST_PLACES) throw new FaultlineError("bad-request", `more than ${MOST_PLACES} lines to watch`);
  if (names.length > MOST_NAMES) throw new FaultlineError("bad-request", `more than ${MOST_NAMES} names`);
  if (!Number.isInteger(maxHits) || maxHits < 1 || maxHits > HITS.most) {
    throw new FaultlineError("bad-request", `hits to keep of each line: 1 to ${HITS.most}`);
  }
  const watches = at.map((place) => watchedPlace(repo, place));
  return [...new Map(watches.map((watch) => [`${watch.path}:${watch.line}`, watch])).values()];
}

function tellValues(
  { repo }: Engine,
  asked: Target,
  { watches, names }: { watches: readonly Watch[]; names: readonly string[] },
  run: ValuesRun,
): Unpacked<CapturedValues> {
  const outcome = readOutcome(run, asked);
  // Of a node id that names several tests, the first that fails.
  const nodeId = outcome.failure?.nodeId ?? outcome.nodeIds[0] ?? asked.nodeId;
  const record = run.record && withRealRoot(run.record);
  const own = (seen: Observation) =>
    seen.nodeId === "" || (record !== undefined && nodeIdFrom(asked.cwd, record, seen.nodeId) === nodeId);
  const seen = run.observations.filter(own);
  const reached = new Set(seen.map(placeOf));
  const { problem } = outcome;
  return {
    nodeId,
    outcome: outcome.status,
    ...(problem !== undefined && { problem }),
    notes: unsetNames(repo, seen, { watches, names }),
    // The last ones first: they are nearest to the failure.
    hits: seen
      .filter(({ values }) => names.length === 0 || values.length > 0)
      .toReversed()
      .map(({ nodeId: _, path, ...rest }) => ({ ...rest, path: shownPath(repo, path) })),
    notReached: watches
      .filter((watch) => !reached.has(placeOf(watch)))
      .map(({ path, line }) => `${shownPath(repo, path)}:${line}`),
  };
}

/** A name that was asked for, and of which no hit of a line knows a value: misspelt, or not set before the line. */
function unsetNames(
  repo: string,
  seen: readonly Observation[],
  { watches, names }: { watches: readonly Watch[]; names: readonly string[] },
): string[] {
  const wanted = names.filter((name) => name !== "return" && name !== "yield");
  return watches.flatMap((watch) => {
    const hits = seen.filter((each) => each.when === "line" && placeOf(each) === placeOf(watch));
    const known = new Set(hits.flatMap(({ values }) => values.map(({ name }) => name)));
    const unset = hits.length === 0 ? [] : wanted.filter((name) => !known.has(name));
    return unset.map((name) => `"${name}" is not set at ${shownPath(repo, watch.path)}:${watch.line}`);
  });
}

function placeOf({ path, line }: Watch): string {
  return `${path}:${line}`;
}
