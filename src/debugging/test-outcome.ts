import type { Origin } from "../probe/record.ts";
import type { ProbeRun } from "../probe/run.ts";
import type { Failure } from "../pytest/failure.ts";
import { shownPath, signatureOf } from "./failure-facts.ts";
import { withRealRoot } from "./real-root.ts";
import { nodeIdFrom, recordedFailures } from "./recorded.ts";
import type { AloneStatus } from "./reports.ts";
import type { Target } from "./target.ts";
import { testsNamedLike } from "./tests-in-file.ts";

/** What became of one test in a run. */
export interface TestOutcome {
  status: Exclude<AloneStatus, "order-dependent">;
  /** One line on why, where there is no failure to tell. */
  problem: string | undefined;
  /** How it failed; of a run that could not begin, why, if that was an exception. */
  failure: Failure | undefined;
  origin: Origin | undefined;
  /** The same for the same failure of a later run; there is one also where a test ends the interpreter. */
  signature: string | undefined;
  /** There is no test of this name. */
  missing?: true;
  /** The tests that the node id named and that ran; one, but for parametrised tests and classes. */
  nodeIds: string[];
}

type Ran = Omit<ProbeRun, "stderr">;

/** Reads out of a run what became of its target; other tests that ran with it do not matter. */
export function readOutcome(run: Ran, target: Target): TestOutcome {
  const { record } = run;
  if (record === undefined) return ended(run, { problem: run.problem ?? "the run left no record" });
  const cwd = target.cwd;
  const local = withRealRoot(record);
  const outcomes = local.outcomes.map((outcome) => ({ ...outcome, nodeId: nodeIdFrom(cwd, local, outcome.nodeId) }));
  const own = outcomes.filter(({ nodeId, phase }) => phase !== "collection" && isNamed(target.nodeId, nodeId));
  const nodeIds = [...new Set(own.map(({ nodeId }) => nodeId))];
  const failures = recordedFailures(local, cwd);
  const failure = failures.find(({ nodeId, phase }) => phase !== "collection" && isNamed(target.nodeId, nodeId));
  if (failure) {
    const origin = local.origins.find(
      (each) => each.phase === failure.phase && nodeIdFrom(cwd, local, each.nodeId) === failure.nodeId,
    );
    return told("failed", { failure, origin, signature: signatureOf(failure, cwd), nodeIds });
  }
  if (own.length === 0 && run.ended !== "deadline") return notCollected(run, failures, target);
  if (!local.end) return ended(run, { problem: run.problem ?? "the run was cut off", nodeIds });
  const finished = new Set(own.filter(({ phase, outcome }) => phase === "call" || outcome !== "passed").map(nameOf));
  if (nodeIds.some((nodeId) => !finished.has(nodeId))) {
    const problem = "the test interrupted the whole run, as pytest.exit or KeyboardInterrupt do";
    return told("failed", { problem, signature: "run interrupted", nodeIds });
  }
  return byOutcomes(
    own.map(({ outcome }) => outcome),
    nodeIds,
  );
}

function nameOf({ nodeId }: { nodeId: string }): string {
  return nodeId;
}

/** Whether a node id is that of the test which another one names, or of one of several. */
export function isNamed(name: string, nodeId: string): boolean {
  return nodeId === name || nodeId.startsWith(`${name}::`) || (!name.endsWith("]") && nodeId.startsWith(`${name}[`));
}

function byOutcomes(outcomes: readonly string[], nodeIds: string[]): TestOutcome {
  if (outcomes.includes("xfailed")) return told("skipped", { problem: "it fails as expected (xfail)", nodeIds });
  if (outcomes.includes("skipped")) return told("skipped", { problem: "it was skipped", nodeIds });
  // A failed outcome without a failure: a strict xfail that passed, and the like.
  if (outcomes.includes("failed")) return told("failed", { problem: "it failed without an exception", nodeIds });
  if (outcomes.includes("xpassed")) return told("passed", { problem: "it passes, though marked xfail", nodeIds });
  return told("passed", { nodeIds });
}

/** The run came to nothing, or to no end. */
function ended(run: Ran, known: { problem: string; nodeIds?: string[] }): TestOutcome {
  if (run.ended === "deadline") return told("deadline", known);
  const began = (known.nodeIds ?? []).length > 0;
  if (!began) return told("not-run", known);
  const how = known.problem.replace(/^the run was cut off: /, "");
  return told("failed", {
    ...known,
    problem: `the test ended the interpreter: ${how}`,
    signature: `interpreter ended|${how}`,
  });
}

/** No test of this name ran, and the time was not up. */
function notCollected(run: Ran, failures: readonly Failure[], target: Target): TestOutcome {
  const failure = failures.find(({ phase }) => phase === "collection");
  if (failure) {
    const what = shownPath(target.cwd, failure.nodeId);
    const { type, message } = failure.exception;
    const why = [type, message.split("\n", 1)[0]].filter((part) => part !== "").join(": ");
    const problem = `${what} could not be collected: ${why}`;
    return told("not-run", { problem, failure, signature: signatureOf(failure, target.cwd) });
  }
  const status = run.record?.end?.exitStatus;
  if (status === undefined) return ended(run, { problem: run.problem ?? "the run was cut off" });
  if (status === EXIT.usage) return told("not-run", { problem: noSuchTest(target), missing: true });
  if (status === EXIT.nothing) return told("not-run", { problem: "options or configuration of pytest deselect it" });
  const notes = run.record?.end?.notes ?? [];
  const why = notes.length > 0 ? notes.join("; ") : `pytest ended with exit code ${status}`;
  return told("not-run", { problem: `no test ran: ${why}` });
}

const EXIT = { usage: 4, nothing: 5 };

function noSuchTest(target: Target): string {
  const near = testsNamedLike(target.file, target.nodeId);
  const found = near.length > 0 ? `; there is ${near.map((name) => `${target.path}::${name}`).join(", ")}` : "";
  return `no such test: ${target.nodeId}${found}`;
}

function told(status: TestOutcome["status"], known: Partial<TestOutcome>): TestOutcome {
  const nothing = { problem: undefined, failure: undefined, origin: undefined, signature: undefined, nodeIds: [] };
  return { ...nothing, ...known, status };
}
