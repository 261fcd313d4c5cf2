import { relative, resolve } from "node:path";
import type { Origin } from "../probe/record.ts";
import type { ExceptionInfo } from "../pytest/failure.ts";
import type { ParsedRun } from "../pytest/run.ts";
import { crashSite, isBareAssertion, runFolders, type Site } from "./crash-site.ts";
import type { FailureRequest } from "./failure-request.ts";
import { type FailureSource, failureSource } from "./failure-source.ts";
import { type Group, groupByCause, isSameFailure } from "./groups.ts";
import { lastFailed } from "./last-failed.ts";
import { type Measurement, measure } from "./measure.ts";
import type { ReportsRequest } from "./reports-request.ts";

/** What the output of a run alone tells of the failure that concerns most tests. */
export interface PrintedFailure {
  group: Group | undefined;
  bareAssertion: boolean;
  /** One name for each test that fails so; the same on a repeat of the run. None where the output was cut. */
  keys: string[];
}

/** What is known of a failure: where it crashed, where the bad value was made, and whom it concerns. */
export interface FailureContext {
  exception: ExceptionInfo;
  /** Tests that fail by this cause, as node ids relative to where the tests ran. */
  nodeIds: string[];
  /** Failed tests besides these; undefined where the end of the run, which counts them, is missing. */
  otherFailures: number | undefined;
  /** Project frames on the way to the crash, outermost first; the crash site is among them. */
  sites: Site[];
  crash: Site | undefined;
  origin: Origin | undefined;
  source: FailureSource;
  /** A test's own assertion failed: the output says all there is. */
  bareAssertion: boolean;
  /** As in `PrintedFailure`. */
  keys: string[];
  /** Clauses for a reader: what the re-run showed besides. */
  notes: string[];
}

/**
 * What a run of a session in report mode reported of itself, in the place of what its output does not show;
 * undefined where it reported no failure.
 */
export async function reportedRun(
  printed: ParsedRun,
  request: ReportsRequest,
): Promise<{ run: ParsedRun; reported: number } | undefined> {
  const { readReportedRun } = await import("./reported-run.ts");
  return readReportedRun(printed, request);
}

/** Reads the failure out of the output, without running anything. */
export function printedFailure(request: FailureRequest): PrintedFailure {
  const [group] = groupByCause(request.run.failures, request.root, foldersOf(request));
  return {
    group,
    bareAssertion: group !== undefined && !group.incomplete && isBareAssertion(group.raised),
    keys: group && !group.incomplete ? keysOf(request, group, group.nodeIds) : [],
  };
}

/**
 * Explains the failure that concerns most tests, running a few of them once more under the probe.
 * Never throws for what the tests do; undefined where no failing test can be named.
 */
export async function failureContext(
  request: FailureRequest,
  { group: printed }: PrintedFailure,
): Promise<FailureContext | undefined> {
  const candidates = await testsToMeasure(request, printed);
  const measured = await measure(request, candidates);
  const [again] = groupByCause(measured.failures, request.root, foldersOf(request));
  const same = printed === undefined || (again !== undefined && isSameFailure(printed, again));
  const chosen = again && same ? again : printed;
  if (!chosen) return undefined;
  const nodeIds = [...new Set([...(same && printed ? stillIn(chosen, printed, measured) : []), ...chosen.nodeIds])];
  const crash = crashSite(chosen.raised.sites);
  const origin = chosen === again ? sharedOrigin(measured, again) : undefined;
  return {
    exception: chosen.raised.exception,
    nodeIds,
    otherFailures: besides(request.run, nodeIds.length),
    sites: chosen.raised.sites,
    crash,
    origin,
    source: failureSource(crash, origin),
    bareAssertion: isBareAssertion(chosen.raised),
    keys: keysOf(request, chosen, nodeIds),
    notes: notes(request, measured, again !== undefined && !same),
  };
}

/** The printed tests of a cause, but for those that the re-run showed to fail by another one. */
function stillIn(chosen: Group, printed: Group, measured: Measurement): string[] {
  const shown = new Set(measured.failures.map(({ nodeId }) => nodeId));
  return printed.nodeIds.filter((nodeId) => !shown.has(nodeId) || chosen.nodeIds.includes(nodeId));
}

async function testsToMeasure(request: FailureRequest, printed: Group | undefined): Promise<string[]> {
  if (printed && printed.nodeIds.length > 0) {
    // Without tracebacks only a cut message tells causes apart: the re-run shows who shares this one.
    return printed.incomplete ? [...new Set([...printed.nodeIds, ...request.run.failedNodeIds])] : printed.nodeIds;
  }
  if (request.run.failedNodeIds.length > 0) return request.run.failedNodeIds;
  return lastFailed(foldersOf(request), request.now);
}

function foldersOf({ cwd, run, root }: FailureRequest): string[] {
  return runFolders(cwd, run.rootdir, root);
}

/** The origin of a group of failures, if those that were measured agree on it. */
function sharedOrigin(measured: Measurement, group: Group): Origin | undefined {
  const origins = group.nodeIds.flatMap((nodeId) => measured.origins.get(nodeId) ?? []);
  const places = new Set(origins.map(({ status, steps }) => `${status} ${steps[0]?.path}:${steps[0]?.line}`));
  return places.size === 1 ? origins[0] : undefined;
}

function notes(request: FailureRequest, measured: Measurement, otherwise: boolean): string[] {
  if (measured.passed) return ["run alone, the test passes: the failure depends on what ran before it"];
  if (otherwise) return ["run alone, the test fails in another way"];
  if (measured.ended === "deadline" && request.rerun)
    return [`the traced re-run was stopped after ${request.rerun.deadline / 1000} s`];
  return [];
}

function keysOf({ root, cwd }: FailureRequest, group: Group, nodeIds: readonly string[]): string[] {
  return nodeIds.map((nodeId) => `${group.cause} in ${shownPath(root, resolve(cwd, nodeId))}`);
}

function besides({ summary, incomplete, failures, failedNodeIds }: ParsedRun, told: number): number | undefined {
  if (!summary && incomplete) return undefined;
  const failed = summary ? summary.failed + summary.errors : Math.max(failures.length, failedNodeIds.length);
  return Math.max(0, failed - told);
}

/** A path as a reader of this repository writes it. */
export function shownPath(root: string, path: string): string {
  const way = relative(root, path);
  return way.startsWith("..") ? path : way;
}
