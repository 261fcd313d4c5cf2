import type { ProbeRun } from "../probe/run.ts";
import { runSupervised } from "../probe/supervised.ts";
import { secondsSince } from "./clock.ts";
import { commonRequest } from "./common-request.ts";
import type { Site } from "./crash-site.ts";
import type { Call, Engine } from "./engine.ts";
import { showWhereItHangs, whereItHung } from "./hanging.ts";
import { escapedId, idsLike } from "./parameter-ids.ts";
import { importsAlone } from "./rerun-line.ts";
import { sibling, type Target } from "./target.ts";
import { readOutcome, type TestOutcome } from "./test-outcome.ts";

/** A thorough run takes at most so many times as long as a light one, as far as was seen. */
const THOROUGH_FACTOR = 3;

/** How a test behaved when nothing ran before it, or only what was asked for. */
export interface AloneRun extends Omit<TestOutcome, "nodeIds"> {
  /** The one test that the rest is about: the first that fails where the node id named several. */
  target: Target;
  /** Clauses for a reader on what was run. */
  notes: string[];
  /** Of a test that did not end: where it was after half of the time, outermost first; project files alone. */
  hung: Site[];
  /** Seconds of one run of it. */
  seconds: number;
}

type Mode = "trace" | "thorough" | "together";

interface Limits {
  /** Milliseconds for all runs together. */
  deadline: number;
  /** Tests to run before it, relative to the checkout; of a file without a test only the import. */
  after?: readonly string[];
  /** Steps that are to have their part of the time; a second run is only begun where it leaves it to them. */
  firstOf?: number;
}

/**
 * Runs a test under the tracer: alone, or after the tests of `after`, whose doings are then traced as well. Where the
 * origin chain breaks and time is left, a second run traces imports, too. Never throws for what the test, pytest or the interpreter do.
 *
 * @throws the reason of `call.signal`, once that is given
 */
export async function runAlone(engine: Engine, target: Target, call: Call, limits: Limits): Promise<AloneRun> {
  const start = performance.now();
  const run = async (of: Target, mode: Mode) => {
    const begun = performance.now();
    const deadline = limits.deadline - (begun - start);
    const ran = await probe(engine, of, call, { ...limits, mode, deadline });
    call.signal?.throwIfAborted();
    const outcome = inTime(readOutcome(ran, of), call);
    const hung = outcome.status === "deadline" ? whereItHung(ran.stderr, of, engine.repo) : [];
    return { ...outcome, hung, target: of, seconds: secondsSince(begun) };
  };
  const begin = (of: Target) => run(of, limits.after ? "together" : "trace");
  const light = await withRightId(await begin(target), begin, (of) =>
    idsLike(engine, of, call, limits.deadline - (performance.now() - start)),
  );
  const { found, notes } = await narrowed(light, (of) => run(of, "trace"));
  const left = limits.deadline / (limits.firstOf ?? 1) - (performance.now() - start);
  if (!found.origin?.retry || limits.after || found.seconds * 1000 * THOROUGH_FACTOR > left) return told(found, notes);
  const thorough = await run(found.target, "thorough");
  const better = thorough.signature === found.signature && thorough.origin !== undefined;
  return told(better ? { ...found, origin: thorough.origin } : found, notes);
}

/** What pytest was at when the time was up says nothing where no test had begun. */
function inTime(outcome: TestOutcome, { deadline }: Call): TestOutcome {
  if (outcome.status !== "deadline" || outcome.nodeIds.length > 0) return outcome;
  return { ...outcome, problem: timeUp(deadline) };
}

/** Says that the time of a call was up before its test had come to anything. */
export function timeUp(deadline: number): string {
  return `the time (${Math.round(deadline / 100) / 10} s) was up before the test had run`;
}

type Ran = TestOutcome & { target: Target; hung: Site[]; seconds: number };

/** Parameters that no test has: as pytest would write them, else a hint at those that there are. */
async function withRightId(
  ran: Ran,
  again: (of: Target) => Promise<Ran>,
  like: (of: Target) => Promise<string[]>,
): Promise<Ran> {
  const { nodeId } = ran.target;
  if (!ran.missing || !nodeId.endsWith("]")) return ran;
  const escaped = escapedId(nodeId);
  const second = escaped === nodeId ? undefined : await again(sibling(ran.target, escaped));
  if (second?.nodeIds.length) return second;
  const ids = await like(ran.target);
  return ids.length === 0 ? ran : { ...ran, problem: `no such test: ${nodeId}; there is ${ids.join(", ")}` };
}

/** A node id without parameters, or of a class, names several tests: the first that fails is run again by itself. */
async function narrowed(ran: Ran, again: (of: Target) => Promise<Ran>): Promise<{ found: Ran; notes: string[] }> {
  const count = ran.nodeIds.length;
  if (count < 2) return { found: ran, notes: [] };
  if (!ran.failure) return { found: ran, notes: [`the node id names ${count} tests; none of them fails`] };
  const notes = [`the node id names ${count} tests; this is about the first that fails`];
  const single = await again(sibling(ran.target, ran.failure.nodeId));
  return single.status === "failed" ? { found: single, notes } : { found: { ...ran, target: single.target }, notes };
}

function told({ nodeIds: _, ...found }: Ran, notes: string[]): AloneRun {
  return { ...found, notes };
}

function probe(
  engine: Engine,
  of: Target,
  call: Call,
  { after = [], mode, deadline }: Limits & { mode: Mode },
): Promise<ProbeRun> {
  return runSupervised({
    ...commonRequest(engine, of, call, deadline),
    args: [...of.args, ...importsAlone(after), ...showWhereItHangs(deadline)],
    nodeIds: [...after, of.nodeId],
    mode,
  });
}
