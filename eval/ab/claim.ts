import { join } from "node:path";
import { claimFile } from "../../src/kernel/claim.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { usableFolder } from "../../src/kernel/folder.ts";

/**
 * Makes a folder that the user named and claims it for this process, so that no two count the same sessions or take each
 * other's checkouts away. The claim of a process that is gone is no claim.
 *
 * @param option what the folder was named with, such as "--out"
 * @returns gives the folder up again
 */
export async function claim(option: string, folder: string): Promise<() => Promise<void>> {
  usableFolder(option, folder);
  const file = join(folder, "running");
  const claimed = await claimFile(file);
  if ("giveUp" in claimed) return claimed.giveUp;
  throw new FaultlineError("bad-request", `process ${claimed.holder} is at work in ${folder}`, {
    hint: `name another ${option}; if that process is no eval:ab, remove ${file}`,
  });
}
