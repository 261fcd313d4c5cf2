import { isInside } from "../kernel/files.ts";
import { realPath } from "../kernel/repo.ts";
import type { ProbeRecord } from "../probe/record.ts";
import { dropReports, readReports } from "../probe/reports.ts";
import type { Failure } from "../pytest/failure.ts";
import type { ParsedRun } from "../pytest/run.ts";
import { recordedFailures } from "./recorded.ts";
import type { ReportsRequest } from "./reports-request.ts";

/**
 * The run with the failures that it reported in the place of those that its output shows, unless the output shows
 * all there is; undefined where it reported none.
 */
export async function readReportedRun(
  printed: ParsedRun,
  request: ReportsRequest,
): Promise<{ run: ParsedRun; reported: number } | undefined> {
  const failures = await reportedFailures(request);
  if (failures.length === 0) return undefined;
  if (isWhole(printed)) return { run: printed, reported: failures.length };
  const failedNodeIds = [...new Set([...failures.map(({ nodeId }) => nodeId), ...printed.failedNodeIds])];
  const run = { ...printed, failures, failedNodeIds, evident: true, incomplete: false };
  return { run, reported: failures.length };
}

/** Without a result line nobody knows what is missing behind the end. */
function isWhole({ evident, incomplete, summary }: ParsedRun): boolean {
  return evident && !incomplete && summary !== undefined;
}

/** A test that failed in several runs of the command is told as it failed last. */
async function reportedFailures({ folder, since, cwd, root, keep }: ReportsRequest): Promise<Failure[]> {
  const here = realPath(cwd) ?? cwd;
  const reports = await readReports(folder, since);
  const real = reports.map(({ file, record }) => ({ file, record: withRealRoot(record) }));
  const own = real.filter(({ record }) => isNear(record.header.rootdir, here, root));
  if (!keep) await dropReports(own);
  const failures = own.flatMap(({ record }) => recordedFailures(record, here));
  return [...new Map(failures.map((failure) => [`${failure.phase} ${failure.nodeId}`, failure])).values()];
}

function withRealRoot(record: ProbeRecord): ProbeRecord {
  const { rootdir } = record.header;
  return { ...record, header: { ...record.header, rootdir: realPath(rootdir) ?? rootdir } };
}

/** Another project's tests may fail in the same session. */
function isNear(rootdir: string, cwd: string, root: string): boolean {
  return isInside(rootdir, cwd) || isInside(cwd, rootdir) || isInside(root, rootdir);
}
