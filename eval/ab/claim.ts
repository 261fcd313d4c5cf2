import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";

/**
 * Claims the folder of a run for this process, so that no two count the same sessions. The claim of a process that is gone
 * is no claim.
 *
 * @returns gives the folder up again
 */
export async function claim(out: string): Promise<() => Promise<void>> {
  const file = join(out, "running");
  for (const mayRetry of [true, false]) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
      const owner = Number(await readFile(file, "utf8").catch(() => ""));
      if (!mayRetry || (owner > 0 && isRunning(owner))) {
        throw new FaultlineError("bad-request", `process ${owner} is at work in ${out}`, {
          hint: "name another --out",
          cause,
        });
      }
      await rm(file, { force: true });
    }
  }
  throw new FaultlineError("internal", `${out} cannot be claimed`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, as somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
