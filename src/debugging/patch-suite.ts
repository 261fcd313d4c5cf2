import { existsSync } from "node:fs";
import { join } from "node:path";
import { splitNodeId } from "../pytest/node-id.ts";
import type { Baseline } from "./baseline.ts";
import type { Clock } from "./clock.ts";
import type { Call, Engine } from "./engine.ts";
import type { PatchCheck } from "./reports.ts";
import { rankTestFiles } from "./suite-order.ts";
import { runSuite, type SuiteRun } from "./suite-run.ts";
import type { Target } from "./target.ts";
import { isNamed, readOutcome } from "./test-outcome.ts";

/** What the other tests say of an edit. */
export interface SuiteCheck
  extends Pick<PatchCheck, "newlyBroken" | "failingBefore" | "failingUnknown" | "gone" | "suite"> {
  /** Of `failingUnknown`: tests that passed before, and pass alone. */
  unsteady: string[];
  /** The test itself fails in it. */
  targetFails: boolean;
  /** One clause on why not all of it was run. */
  problem: string | undefined;
}

/** What is known of before. */
export interface SuiteRequest {
  before: Pick<Baseline, "outcomes" | "complete"> | undefined;
  /** Files that were edited, relative to the checkout: what mentions them runs first. */
  edited: readonly string[];
  extent: "all" | "related";
  /** Part of the time left that the tests may take; the rest is for looking again at what fails newly. */
  share: number;
}

export const noSuite: SuiteCheck = {
  newlyBroken: [],
  failingBefore: [],
  failingUnknown: [],
  suite: { ran: 0, passed: 0, failed: 0, complete: false, seconds: 0 },
  unsteady: [],
  gone: [],
  targetFails: false,
  problem: undefined,
};

/** So many tests that newly fail are run again alone; of more, the others are taken for broken. */
const mostAgain = 6;
/** Milliseconds: a test that did not end in so long a time, alone, hangs as far as can be told. */
const hanging = 3000;
const usageError = 4;

/** Runs the other tests, those that mention what was edited first, and compares them with what is known of before. */
export async function checkSuite(
  engine: Engine,
  target: Target,
  call: Call,
  clock: Clock,
  request: SuiteRequest,
): Promise<SuiteCheck> {
  const files = await rankTestFiles(
    engine,
    target,
    request.edited.map((path) => join(engine.repo, path)),
  );
  const chosen = files.filter(({ related }) => related || request.extent === "all").map(({ path }) => path);
  const run = await runAll(engine, target, call, chosen, clock.left() * request.share);
  const told = compare(run, target, request);
  const suspected = told.suspected.slice(0, mostAgain);
  const again = await runAgain(engine, target, call, clock, suspected);
  const newlyBroken = [...told.files, ...told.suspected.filter((nodeId) => again.get(nodeId) !== "passes")];
  const unsteady = suspected.filter((nodeId) => nodeId !== run.unfinished && again.get(nodeId) === "passes");
  // What the run was cut off in counts only if it fails, or does not end, alone as well.
  const broken = newlyBroken.filter((nodeId) => nodeId !== run.unfinished || again.get(nodeId) === "fails");
  const outcomes = [...run.outcomes.values()];
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
  return {
    newlyBroken: broken,
    failingBefore: told.failingBefore,
    failingUnknown: [...told.failingUnknown, ...unsteady],
    unsteady,
    gone: run.complete ? goneTests(engine, run, request, chosen) : [],
    targetFails: [...run.outcomes].some(([nodeId, outcome]) => outcome === "failed" && isNamed(target.nodeId, nodeId)),
    problem: run.complete ? undefined : whyCut(run, request.extent),
    suite: {
      ran: outcomes.length,
      passed: count("passed") + count("xpassed"),
      failed: count("failed"),
      complete: run.complete && request.extent === "all",
      seconds: run.seconds,
    },
  };
}

/** A file that the project's configuration excludes may be refused by pytest: then the configuration alone decides. */
async function runAll(
  engine: Engine,
  target: Target,
  call: Call,
  files: string[],
  deadline: number,
): Promise<SuiteRun> {
  call.progress?.({ message: `running the suite: ${files.length} test files` });
  const run = await runSuite(engine, target, call, { selection: files, deadline });
  if (run.run.record?.end?.exitStatus !== usageError || run.outcomes.size > 0) return run;
  return runSuite(engine, target, call, { selection: [], deadline: deadline - run.seconds * 1000 });
}

interface Compared {
  /** Files whose tests passed before, and which cannot be collected now. */
  files: string[];
  suspected: string[];
  failingBefore: string[];
  failingUnknown: string[];
}

function compare(run: SuiteRun, target: Target, { before, edited }: SuiteRequest): Compared {
  const told: Compared = { files: [], suspected: [], failingBefore: [], failingUnknown: [] };
  const known = before?.outcomes ?? {};
  const filesWith = (wanted: (outcome: string) => boolean) =>
    new Set(Object.entries(known).flatMap(([nodeId, each]) => (wanted(each) ? [splitNodeId(nodeId).path] : [])));
  const passing = filesWith((outcome) => outcome === "passed");
  const collected = filesWith(() => true);
  for (const { phase, nodeId: file } of run.failures) {
    if (phase !== "collection") continue;
    // A file of which a whole run has no test could not be collected in it either.
    const failed = before?.complete && !collected.has(file) && !edited.includes(file);
    (passing.has(file) ? told.files : failed ? told.failingBefore : told.failingUnknown).push(file);
  }
  for (const [nodeId, outcome] of run.outcomes) {
    if (outcome !== "failed" || isNamed(target.nodeId, nodeId)) continue;
    const was = known[nodeId];
    if (was === "failed") told.failingBefore.push(nodeId);
    else if (was === "passed" || was === "xpassed" || was === "xfailed") told.suspected.push(nodeId);
    else told.failingUnknown.push(nodeId);
  }
  const cut = run.unfinished;
  if (cut !== undefined && !isNamed(target.nodeId, cut) && known[cut] === "passed") told.suspected.unshift(cut);
  return told;
}

/** A test that fails in the suite and passes alone is not broken by itself. Those that are not in the result had no time. */
async function runAgain(
  engine: Engine,
  target: Target,
  call: Call,
  clock: Clock,
  nodeIds: readonly string[],
): Promise<Map<string, "passes" | "fails">> {
  const found = new Map<string, "passes" | "fails">();
  for (const [at, nodeId] of nodeIds.entries()) {
    const left = clock.left();
    if (left < 300) break;
    call.progress?.({ message: `running ${nodeId} alone`, done: at, total: nodeIds.length });
    const deadline = left / (nodeIds.length - at);
    const { run } = await runSuite(engine, target, call, { selection: [nodeId], deadline });
    const { status } = readOutcome(run, { ...target, nodeId });
    if (status === "deadline" && deadline < hanging) continue;
    found.set(nodeId, status === "passed" ? "passes" : "fails");
  }
  return found;
}

/** What was on record as passing and did not run, although its file did, or is gone with it. */
function goneTests({ repo }: Engine, run: SuiteRun, { before, extent }: SuiteRequest, chosen: string[]): string[] {
  const files = new Set(chosen);
  const wasRun = (path: string) => extent === "all" || files.has(path) || !existsSync(join(repo, path));
  const uncollected = new Set(run.failures.filter(({ phase }) => phase === "collection").map(({ nodeId }) => nodeId));
  return Object.entries(before?.outcomes ?? {}).flatMap(([nodeId, outcome]) => {
    const { path } = splitNodeId(nodeId);
    const there = run.outcomes.has(nodeId) || uncollected.has(path);
    return outcome === "passed" && !there && wasRun(path) ? [nodeId] : [];
  });
}

function whyCut({ run, unfinished }: SuiteRun, extent: SuiteRequest["extent"]): string {
  const what = extent === "all" ? "the suite did not come to its end" : "not all related tests were run";
  const why = run.ended === "deadline" ? "the time was up" : (run.problem ?? "a test interrupted it");
  return `${what}: ${why}${unfinished === undefined ? "" : `, in ${unfinished}`}`;
}
