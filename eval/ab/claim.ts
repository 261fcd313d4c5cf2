import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { folderOf } from "../folder.ts";

/**
 * Makes a folder that the user named and claims it for this process, so that no two count the same sessions or take each
 * other's checkouts away. The claim of a process that is gone is no claim.
 *
 * @param option what the folder was named with, such as "--out"
 * @returns gives the folder up again
 */
export async function claim(option: string, folder: string): Promise<() => Promise<void>> {
  folderOf(option, folder);
  const file = join(folder, "running");
  const own = join(folder, `.running.${process.pid}`);
  for (const mayRetry of [true, false]) {
    try {
      // At once with what is in it: who finds it empty would take it for that of nobody.
      await writeFile(own, String(process.pid));
      await link(own, file);
      return () => rm(file, { force: true });
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
      const owner = Number(await readFile(file, "utf8").catch(() => ""));
      if (!mayRetry || (owner > 0 && isRunning(owner))) {
        throw new FaultlineError("bad-request", `process ${owner} is at work in ${folder}`, {
          hint: `name another ${option}; if that process is no eval:ab, remove ${file}`,
          cause,
        });
      }
      await rm(file, { force: true });
    } finally {
      await rm(own, { force: true });
    }
  }
  throw new FaultlineError("internal", `${folder} cannot be claimed`);
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
