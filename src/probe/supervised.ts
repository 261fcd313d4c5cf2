import { readdirSync, readFileSync } from "node:fs";
import { temporaryFolder } from "./environment.ts";
import { type Beside, type ProbeRequest, type ProbeRun, runProbe } from "./run.ts";

/** A process may start another one while it is being ended. */
const mostRounds = 5;

/**
 * As `runProbe`; besides, processes that a test started and that left the group of the run are ended with it: a daemon
 * would go on alone, with its temporary folder gone.
 */
export function runSupervised(request: ProbeRequest, beside?: Beside): Promise<ProbeRun> {
  return runProbe(request, {
    before: async (folder) => beside?.before(folder),
    after: async (folder) => {
      endStragglers(folder);
      await beside?.after(folder);
    },
  });
}

/** They are known by the temporary folder that they were given, which no other run has. Where there is no /proc, nothing is known. */
function endStragglers(folder: string): void {
  const mark = `TMPDIR=${temporaryFolder(folder)}`;
  for (let round = 0; round < mostRounds; round++) {
    const found = processIds().filter((id) => environmentOf(id).includes(mark));
    if (found.length === 0) return;
    for (const id of found) end(Number(id));
  }
}

function processIds(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  } catch {
    return [];
  }
}

function environmentOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, "latin1").split("\0");
  } catch {
    return [];
  }
}

function end(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // it ended by itself
  }
}
