import { type Difference, differingValues } from "../localization/compare.ts";
import { type Clues, finalOrder } from "../localization/final-order.ts";
import { type Observation, runValues, type Watch } from "../probe/values-run.ts";
import { commonRequest } from "./common-request.ts";
import type { Call, Engine } from "./engine.ts";
import { withRealRoot } from "./real-root.ts";
import { nodeIdFrom } from "./recorded.ts";
import { importsAlone } from "./rerun-line.ts";
import type { Target } from "./target.ts";

const MOST_WATCHES = 40;
const MOST_FUNCTIONS = 8;
const MOST_IN_FUNCTION = 5;
const MOST_HITS = 20;

export interface ValuesRequest {
  watches: readonly Watch[];
  /** The passing test. */
  passing: string;
  /** What must run, or be imported, before the failing one. */
  before: readonly string[];
  /** Milliseconds. */
  deadline: number;
}

/** What the watched lines saw in a failing test and in a passing one, and what tells the two apart. */
export interface ComparedValues {
  failing: Observation[];
  passing: Observation[];
  differences: Difference[];
  /** One line on why nothing, or not all, was seen. */
  problem: string | undefined;
}

/**
 * The lines at which values are worth comparing: those of the origin chain and of the way to the crash, then the most
 * suspicious statements of the most suspicious functions. Lines of tests are left out: tests differ by intention.
 */
export function suspectLines(clues: Clues): Watch[] {
  const known = [...(clues.origin?.steps ?? []), ...clues.frames.toReversed()];
  const { statements, functions } = finalOrder(clues);
  const inFunctions = functions
    .filter(({ path }) => !clues.isTest(path))
    .slice(0, MOST_FUNCTIONS)
    .flatMap(({ path, line, last }) =>
      statements
        .filter((each) => each.path === path && each.line > line && each.line <= last)
        .slice(0, MOST_IN_FUNCTION),
    );
  const watches = new Map<string, Watch>();
  for (const { path, line } of [...known, ...inFunctions]) {
    if (!clues.isTest(path)) watches.set(`${path}:${line}`, { path, line });
  }
  return [...watches.values()].slice(0, MOST_WATCHES);
}

/**
 * Runs a failing and a passing test once, in one process, and compares what watched lines saw in them. Never throws
 * for what the tests do.
 *
 * @throws the reason of `call.signal`, once that is given
 */
export async function compareValues(
  engine: Engine,
  target: Target,
  call: Call,
  { watches, passing, before, deadline }: ValuesRequest,
): Promise<ComparedValues> {
  const run = await runValues({
    ...commonRequest(engine, target, call, deadline),
    args: [...target.args, ...importsAlone(before)],
    nodeIds: [...before, target.nodeId, passing],
    watches,
    maxHits: MOST_HITS,
  });
  call.signal?.throwIfAborted();
  const record = run.record && withRealRoot(run.record);
  const of = (nodeId: string) =>
    run.observations.filter((each) => record && nodeIdFrom(target.cwd, record, each.nodeId) === nodeId);
  const seen = { failing: of(target.nodeId), passing: of(passing) };
  return { ...seen, differences: differingValues(seen.failing, seen.passing), problem: run.problem };
}
