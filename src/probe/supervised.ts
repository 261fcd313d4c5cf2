import { readdirSync, readFileSync } from "node:fs";
import { temporaryFolder } from "./environment.ts";
import { type Beside, type ProbeRequest, type ProbeRun, removeFolder, runProbe } from "./run.ts";
import { abandonedFolders, claimFolder } from "./run-folders.ts";

/** A process may start another one while it is being ended. */
const mostRounds = 5;

let cleared: Promise<void> | undefined;

/**
 * As `runProbe`; besides, processes that a test started and that left the group of the run are ended with it: a daemon
 * would go on alone, with its temporary folder gone. The first run of a process also clears away what an earlier one
 * left that was killed.
 */
export async function runSupervised(request: ProbeRequest, beside?: Beside): Promise<ProbeRun> {
  cleared ??= clearAbandoned();
  await cleared;
  return runProbe(request, {
    before: async (folder) => {
      await claimFolder(folder);
      await beside?.before(folder);
    },
    after: async (folder) => {
      endStragglers(folder);
      await beside?.after(folder);
    },
  });
}

async function clearAbandoned(): Promise<void> {
  for (const folder of await abandonedFolders()) {
    endStragglers(folder);
    await removeFolder(folder);
  }
}

/**
 * They are known by the temporary folder that they were given, which no other run has. Where there is no /proc,
 * nothing is known.
 */
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
