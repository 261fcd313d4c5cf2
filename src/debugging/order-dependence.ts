import { minimise } from "../kernel/minimise.ts";
import type { Failure } from "../pytest/failure.ts";
import type { Call, Engine } from "./engine.ts";
import { filesOf, OrderRuns, type Wanted } from "./order-runs.ts";
import type { OrderDependence } from "./reports.ts";
import type { SuiteRun } from "./suite-run.ts";
import type { Target } from "./target.ts";
import { testFiles } from "./test-files.ts";
import { isNamed } from "./test-outcome.ts";

/** What a search for the tests that make a test fail has found out. */
export interface PolluterSearch {
  /** Undefined where no list of earlier tests makes it fail, or the time was up before one was confirmed. */
  dependence: OrderDependence | undefined;
  /** The failure as it was seen after the polluters. */
  failure: Failure | undefined;
  /** One clause for a person on how far this came. */
  note: string;
}

/** Parts of the time left that a first look may take: into the test's own file, and then into the whole suite. */
const ownFileShare = 0.25;
const suiteShare = 0.6;

/**
 * Finds the shortest list of earlier tests after which a test fails that passes alone. A file that only has to be
 * imported for that stands in the list by its path. What does not show twice is not believed.
 *
 * @param before tests that ran before it when it failed, in that order, relative to the checkout; undefined where that
 * is not known: then its file and the suite are run in their own order, to see whether it fails there
 * @throws the reason of `call.signal`, once that is given
 */
export function findPolluters(
  engine: Engine,
  target: Target,
  before: readonly string[] | undefined,
  call: Call,
): Promise<PolluterSearch> {
  return search(engine, new OrderRuns(engine, target, call, "failed"), before, words.failed);
}

/**
 * The other way round, for a test that fails alone and passes within the suite: the shortest list of earlier tests
 * after which it passes, on whose effects it relies.
 *
 * @param before as for `findPolluters`, of a run in which it passed
 * @throws the reason of `call.signal`, once that is given
 */
export function findSetup(
  engine: Engine,
  target: Target,
  before: readonly string[] | undefined,
  call: Call,
): Promise<PolluterSearch> {
  return search(engine, new OrderRuns(engine, target, call, "passed"), before, words.passed);
}

/** How notes speak of what is looked for. */
const words: Record<Wanted, { does: string; otherwise: string }> = {
  failed: { does: "fails", otherwise: "passes" },
  passed: { does: "passes", otherwise: "fails" },
};
type Words = (typeof words)[Wanted];

async function search(
  engine: Engine,
  runs: OrderRuns,
  known: readonly string[] | undefined,
  say: Words,
): Promise<PolluterSearch> {
  const before = known ? { tests: known, files: undefined } : await testsBefore(runs, say);
  if (typeof before === "string") return nothing(runs, before);
  const found = (await amongTests(runs, before.tests)) ?? (await amongFiles(engine, runs, before.files));
  if (found === undefined)
    return nothing(
      runs,
      `not reproducible: it ${say.does} in the suite, and ${say.otherwise} when the same tests run before it once more`,
    );
  if (found === "no time")
    return nothing(runs, `the time was up before it was seen again that it ${say.does} in the suite`);
  return confirmed(runs, found, say);
}

/** The tests that run before the target where it behaves as is looked for; or why there are none. */
async function testsBefore(runs: OrderRuns, say: Words): Promise<{ tests: string[]; files: string[] } | string> {
  const own = await runs.whole(runs.target.path, ownFileShare);
  if (own?.shows) return upTo(own.suite, runs.target);
  const whole = await runs.whole(undefined, suiteShare);
  if (!whole) return "there was no time to run the suite";
  if (whole.shows) return upTo(whole.suite, runs.target);
  const became = [...whole.suite.outcomes].find(([nodeId]) => isNamed(runs.target.nodeId, nodeId))?.[1];
  if (became === "skipped") return "it is skipped in the suite";
  if (became !== undefined) return `it ${say.otherwise} in the suite as well`;
  const { complete, seconds } = whole.suite;
  return complete ? "the suite does not run it" : `the suite had not come to it after ${seconds.toFixed(1)} s`;
}

function upTo({ outcomes }: SuiteRun, { nodeId }: Target): { tests: string[]; files: string[] } {
  const order = [...outcomes.keys()];
  const at = order.findIndex((each) => isNamed(nodeId, each));
  return { tests: order.slice(0, Math.max(at, 0)), files: filesOf(order) };
}

type Found = { polluters: string[]; minimal: boolean } | "no time" | undefined;

/** The shortest list of tests, or of files where importing these is enough. */
async function amongTests(runs: OrderRuns, tests: readonly string[]): Promise<Found> {
  if (tests.length === 0) return undefined;
  const all = await runs.after(tests);
  if (!all) return "no time";
  if (!all.shows) return undefined;
  const { items, minimal } = await minimise(
    tests,
    shorter(runs, (some) => runs.after(some)),
  );
  const files = filesOf(items);
  if (!minimal || files.includes(runs.target.path)) return { polluters: items, minimal };
  const imported = await runs.importing(files);
  if (!imported?.shows) return { polluters: items, minimal };
  return leastFiles(runs, files);
}

function shorter(runs: OrderRuns, look: (items: readonly string[]) => ReturnType<OrderRuns["after"]>) {
  return async (items: readonly string[]) => (runs.mayMinimise ? (await look(items))?.shows : undefined);
}

/** The whole suite also imports what comes behind the target. */
async function amongFiles(engine: Engine, runs: OrderRuns, known: readonly string[] | undefined): Promise<Found> {
  const files = (known ?? (await testFiles(engine.repo))).filter((file) => file !== runs.target.path);
  if (files.length === 0) return undefined;
  const all = await runs.importing(files);
  if (!all) return "no time";
  return all.shows ? leastFiles(runs, files) : undefined;
}

async function leastFiles(runs: OrderRuns, files: readonly string[]): Promise<Found> {
  const { items, minimal } = await minimise(
    files,
    shorter(runs, (some) => runs.importing(some)),
  );
  return { polluters: items, minimal };
}

/** One more look with and one without them: a test that fails now and then must not accuse another one. */
async function confirmed(
  runs: OrderRuns,
  found: Exclude<Found, string | undefined>,
  say: Words,
): Promise<PolluterSearch> {
  const { polluters } = found;
  const byImport = polluters.every((name) => !name.includes("::"));
  const again = byImport ? await runs.importing(polluters) : await runs.after(polluters);
  const alone = await runs.after([]);
  if (again?.shows === false || alone?.shows) {
    return nothing(runs, `not reproducible: it ${say.does} now and then, whatever runs before it`);
  }
  const what = polluters.length === 1 ? polluters[0] : `${polluters.length} tests (${polluters.join(", ")})`;
  const how = byImport ? `once ${what} is imported` : `after ${what}`;
  const unsure = found.minimal ? "" : "; there was no time to try all shorter lists, so fewer of them may be enough";
  const dependence = { polluters, minimal: found.minimal, runs: runs.runs };
  return { dependence, failure: runs.failure, note: `it ${say.does} ${how}, and ${say.otherwise} alone${unsure}` };
}

function nothing(runs: OrderRuns, note: string): PolluterSearch {
  return { dependence: undefined, failure: runs.failure, note };
}
