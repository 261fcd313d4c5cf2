import { realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { collectClues } from "../../src/debugging/clues.ts";
import { type Collected, failingRun } from "../../src/debugging/collected.ts";
import { target } from "../../src/debugging/target.ts";
import { splitNodeId } from "../../src/pytest/node-id.ts";
import { checkout, fixDiff } from "../checkout.ts";
import { parseDiff } from "../context/diff.ts";
import type { PublicBug } from "../manifest.ts";
import { quote, shell } from "../shell.ts";
import { type Bench, engineFor } from "./bench.ts";
import { readShapes, readSize } from "./shape.ts";
import { type Measured, storeClues } from "./stored.ts";
import { type Faults, findFaults, isProduct } from "./truth.ts";

/** Milliseconds for one investigation; no suite here takes nearly as long. */
const DEADLINE = 900_000;

/** Measures one bug on fresh checkouts of both sides. A reason instead where the bug counts for nothing here. */
export async function measureBug(bug: PublicBug, bench: Bench): Promise<Measured | string> {
  const fixed = await checkout(bug, "fixed", bench.shop);
  const buggy = await realpath(await checkout(bug, "buggy", bench.shop));
  for (const folder of [fixed, buggy]) await leaveOut(folder, bench);
  const { faults, size } = await readFaults(bug, { buggy, fixed }, bench);
  const nodeId = bug.tests[0] ?? "";
  const repaired = await shell(`python -m pytest -q -p no:cacheprovider ${quote(nodeId)}`, place(fixed, bench));
  if (repaired.exitCode !== 0) return `pytest ends with ${repaired.exitCode} on the fixed version`;
  await rm(fixed, { recursive: true });

  const engine = engineFor(buggy, bench);
  const begun = performance.now();
  const found = await collectClues(engine, target(engine, nodeId), { deadline: DEADLINE, budgetTokens: 0 });
  const faultline = (performance.now() - begun) / 1000;
  if (found.alone?.status === "passed") return "its test passes on the buggy version";
  const tests = found.coverage?.tests ?? [];
  const files = [...new Set([nodeId, ...tests.map((test) => test.nodeId)].map((id) => splitNodeId(id).path))];
  return {
    project: bug.project,
    id: bug.id,
    nodeId: found.target.nodeId,
    ...failureOf(found),
    tracer: found.coverage?.tracer,
    tests: { ran: tests.length, passed: tests.filter(({ outcome }) => outcome === "passed").length },
    seconds: { suite: await plainSuite(files, buggy, bench), faultline, steps: found.seconds },
    faults,
    size,
    clues: found.clues && storeClues(found.clues, buggy),
  };
}

function place(cwd: string, { env }: Bench) {
  return { cwd, env: { ...env, PYTHONDONTWRITEBYTECODE: "1" } };
}

/** A suite without some files is a suite in which they are not there. */
async function leaveOut(folder: string, { suite }: Bench): Promise<void> {
  for (const file of suite.leftOut.flatMap(({ files }) => files)) await rm(join(folder, file), { force: true });
}

async function readFaults(
  bug: PublicBug,
  sides: { buggy: string; fixed: string },
  { shop, python, suite }: Bench,
): Promise<{ faults: Faults; size: Measured["size"] }> {
  const hunks = parseDiff(await fixDiff(bug, shop, "with"));
  const paths = [...new Set(hunks.map((hunk) => hunk.path))].filter(isProduct);
  const reader = { python, env: shop.env };
  const [buggy, fixed] = await Promise.all([
    readShapes(sides.buggy, paths, reader),
    readShapes(sides.fixed, paths, reader),
  ]);
  return { faults: findFaults(hunks, { buggy, fixed }), size: await readSize(sides.buggy, suite, reader) };
}

function failureOf(found: Collected): Pick<Measured, "failure" | "crashes"> {
  const run = failingRun(found);
  if (!run?.failure) return { failure: run?.problem ?? "no failure on record", crashes: false };
  const crashes = found.clues?.frames.some((frame) => !frame.inTest) ?? false;
  return { failure: `${run.failure.phase}: ${run.failure.exception.type}`, crashes };
}

/** Seconds of a plain run of test files, as a person types it. */
async function plainSuite(files: readonly string[], cwd: string, bench: Bench): Promise<number> {
  const command = `python -m pytest -q -p no:cacheprovider --continue-on-collection-errors ${files.map(quote).join(" ")}`;
  return (await shell(command, place(cwd, bench))).elapsed / 1000;
}
