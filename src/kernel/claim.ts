import { link, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A claim that this process has, or the id of the process that has it. */
export type Claim = { giveUp(): Promise<void> } | { holder: number };

/** Claims something for this process by a file that names it. The claim of a process that is gone is no claim. */
export async function claimFile(file: string): Promise<Claim> {
  const own = join(dirname(file), `.${basename(file)}.${process.pid}`);
  for (let mayRetry = true; ; mayRetry = false) {
    try {
      // At once with what is in it: who finds it empty would take it for that of nobody.
      await writeFile(own, String(process.pid));
      await link(own, file);
      return { giveUp: () => rm(file, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      const holder = Number(await readFile(file, "utf8").catch(() => ""));
      if (!mayRetry || (holder > 0 && isRunning(holder))) return { holder };
      await rm(file, { force: true });
    } finally {
      await rm(own, { force: true });
    }
  }
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
