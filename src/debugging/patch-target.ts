import { relative, resolve, sep } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { isInside } from "../kernel/files.ts";
import { joinNodeId, splitNodeId } from "../pytest/node-id.ts";
import { readBaseline } from "./baseline.ts";
import type { Call, Engine } from "./engine.ts";
import { committedText } from "./git-changes.ts";
import { showWhereItHangs, tellHang, whereItHung } from "./hanging.ts";
import { runSuite } from "./suite-run.ts";
import { type Target, target } from "./target.ts";
import { readOutcome, type TestOutcome } from "./test-outcome.ts";

/** A test whose fate an edit decides; `gone` where its file is not there any more. */
export interface PatchTarget {
  of: Target;
  gone: TestOutcome | undefined;
}

/**
 * Finds the test that a node id names. A file that is on record, or that git knows, may be gone: that is for the
 * answer to tell.
 *
 * @throws FaultlineError `bad-request`
 */
export async function patchTarget(engine: Engine, nodeId: string): Promise<PatchTarget> {
  try {
    return { of: target(engine, nodeId), gone: undefined };
  } catch (error) {
    const of = error instanceof FaultlineError ? formerTarget(engine, nodeId) : undefined;
    if (!of) throw error;
    const recorded = await readBaseline(engine, of.nodeId);
    const committed = recorded ? undefined : await committedText(engine.repo, engine.env, of.path);
    if (!recorded && committed === undefined) throw error;
    return { of, gone: notRun(`${of.path} is gone`) };
  }
}

function formerTarget(engine: Engine, nodeId: string): Target | undefined {
  const parts = splitNodeId(nodeId);
  const file = resolve(engine.repo, parts.path);
  if (parts.names.length === 0 || nodeId.includes("\0") || !isInside(engine.repo, file)) return undefined;
  const path = relative(engine.repo, file).split(sep).join("/");
  if (path === "" || /^[-@]/.test(path)) return undefined;
  const argv: Target["argv"] = [engine.python, "-m", "pytest"];
  return { nodeId: joinNodeId({ ...parts, path }), path, file, argv, args: [], cwd: engine.repo };
}

/**
 * Runs the test as it once failed: alone, or after the tests and imported files that made it fail.
 *
 * @param polluters node ids, and paths of files whose import was enough
 */
export async function runPatched(
  engine: Engine,
  of: Target,
  call: Call,
  { deadline, polluters }: { deadline: number; polluters: readonly string[] },
): Promise<TestOutcome> {
  const files = polluters.filter((name) => !name.includes("::"));
  const tests = polluters.filter((name) => name.includes("::"));
  const before = files.filter((file) => file < of.path);
  const behind = files.filter((file) => file > of.path);
  const run = async (selection: string[], share: number) => {
    const deselect = files.map((file) => `${file}::`);
    const options = showWhereItHangs(deadline * share);
    const suite = await runSuite(engine, of, call, { selection, deselect, options, deadline: deadline * share });
    const outcome = readOutcome(suite.run, of);
    if (outcome.status !== "deadline") return outcome;
    const hung = whereItHung(suite.run.stderr, of, engine.repo);
    return { ...outcome, problem: hung.length === 0 ? undefined : tellHang(hung, engine.repo) };
  };
  if (polluters.length === 0) return run([of.nodeId], 1);
  const polluted = await run([...before, ...tests, of.nodeId, ...behind], 0.7);
  if (polluted.status !== "not-run") return polluted;
  const alone = await run([of.nodeId], 0.3);
  if (alone.status === "not-run") return alone;
  return notRun(`it ${alone.status} alone, but ${polluters.join(", ")}, after which it failed, cannot be run any more`);
}

function notRun(problem: string): TestOutcome {
  return { status: "not-run", problem, failure: undefined, origin: undefined, signature: undefined, nodeIds: [] };
}
