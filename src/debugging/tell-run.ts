import type { AloneRun } from "./alone.ts";
import { crashSite } from "./crash-site.ts";
import type { Engine } from "./engine.ts";
import { excerpts, type Shown } from "./excerpts.ts";
import { tellFailure, tellOrigin } from "./failure-facts.ts";
import { tellHang } from "./hanging.ts";
import type { Unpacked } from "./packing.ts";
import type { AloneStatus, FailureAnswer } from "./reports.ts";
import { rerunLine } from "./rerun-line.ts";

/** So many lines around the crash, around the origin, and around the test's own line are worth reading. */
const REACH = {
  crash: { before: 24, after: 8 },
  origin: { before: 6, after: 8 },
  test: { before: 8, after: 2 },
};

/**
 * What every answer about a failing test begins with.
 *
 * @param before what has to run before it, for it to fail
 */
export function tellRun(
  engine: Engine,
  run: AloneRun,
  status: AloneStatus,
  shown: readonly Shown[],
  before: readonly string[] = [],
): Unpacked<FailureAnswer> {
  const { failure, notes } = run;
  const problem = problemOf(run, engine.repo);
  const origin = tellOrigin(run.origin, engine.repo);
  return {
    nodeId: run.target.nodeId,
    status,
    ...(problem !== undefined && { problem }),
    notes: [...(engine.pythonNotes ?? []), ...notes],
    ...(failure && { failure: tellFailure(failure, engine.repo).facts }),
    ...(origin && { origin }),
    excerpts: excerpts(engine.repo, shown),
    ...(!run.missing && { rerun: rerunLine(engine, run.target, before) }),
  };
}

function problemOf({ problem, hung }: AloneRun, repo: string): string | undefined {
  if (hung.length === 0) return problem;
  return `it had not ended when the time was up; ${tellHang(hung, repo)}`;
}

/** Where to read first: the origin of the bad value, the crash, the line of the test that led to it. */
export function shownLines({ failure, origin, hung }: AloneRun, repo: string): Shown[] {
  const sites = failure ? tellFailure(failure, repo).raised.sites : hung;
  const first = origin?.status === "none" ? undefined : origin?.steps[0];
  const crash = crashSite(sites);
  const inTest = sites.findLast((site) => site.inTest);
  return [
    ...(first ? [{ path: first.path, line: first.line, ...REACH.origin }] : []),
    ...(crash ? [{ path: crash.path, line: crash.line, ...(crash.inTest ? REACH.test : REACH.crash) }] : []),
    ...(inTest ? [{ path: inTest.path, line: inTest.line, ...REACH.test }] : []),
  ];
}
