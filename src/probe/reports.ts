// Not "node:fs/promises", which a bundle would load even where nothing is run.
import { promises as fs } from "node:fs";
import { join } from "node:path";
import { type ProbeRecord, parseRecord } from "./record.ts";

/** Names are `<start in ms since the epoch>-<process id>.jsonl`; a run with workers leaves several. */
const reportName = /^\d{13,}-\d+\.jsonl$/;

const maxBytes = 16 * 1024 * 1024;

/** What one run of pytest, or one of its workers, left. */
export interface Report {
  /** Its file; absolute if the folder is. */
  file: string;
  record: ProbeRecord;
}

/**
 * Reads what the report plugin left in `folder` during a command, oldest run first. Failures that a plugin's second
 * attempt turned into a pass are left out.
 *
 * @param since when the command began, in ms since the epoch
 */
export async function readReports(folder: string, since: number): Promise<Report[]> {
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => reportName.test(name)).sort();
  const reports: Report[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const found = await fs.stat(file).catch(() => undefined);
    if (!found || found.mtimeMs < since || found.size > maxBytes) continue;
    const parsed = parseRecord(await fs.readFile(file, "utf8").catch(() => ""));
    if (!("problem" in parsed)) reports.push({ file, record: withoutRetried(parsed) });
  }
  return reports;
}

/** Removes reports that were dealt with. Never throws: somebody else may have removed them. */
export async function dropReports(reports: readonly Report[]): Promise<void> {
  await Promise.all(reports.map(({ file }) => fs.rm(file, { force: true }).catch(() => {})));
}

function withoutRetried(record: ProbeRecord): ProbeRecord {
  const failed = new Set(record.outcomes.map(({ nodeId, phase }) => `${phase} ${nodeId}`));
  // Without an end the process was killed: its last failure may have had no time for its outcome.
  const counts = (nodeId: string, phase: string) => !record.end || failed.has(`${phase} ${nodeId}`);
  const failures = record.failures.filter(({ nodeId, phase }) => counts(nodeId, phase));
  return { ...record, failures };
}
