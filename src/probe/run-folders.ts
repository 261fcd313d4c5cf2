import { readlinkSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

const ownerFile = "owner";
const ownFolder = /^fl-[A-Za-z0-9]{6}$/;

/** Notes in the folder of a run whose it is, so that it can be told from one that was left behind. */
export async function claimFolder(folder: string): Promise<void> {
  await writeFile(join(folder, ownerFile), `${process.pid} ${neighbourhood()}`);
}

/** Folders of runs whose Faultline is no more: it was killed. */
export async function abandonedFolders(temporary: string = tmpdir()): Promise<string[]> {
  const names = (await readdir(temporary).catch(() => [])).filter((name) => ownFolder.test(name));
  const found: string[] = [];
  for (const name of names) {
    const owner = await readFile(join(temporary, name, ownerFile), "utf8").catch(() => "");
    const [id, ...where] = owner.split(" ");
    if (where.join(" ") === neighbourhood() && !isAlive(Number(id))) found.push(join(temporary, name));
  }
  return found;
}

/** What process ids are relative to: containers may share a temporary folder. */
function neighbourhood(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return hostname();
  }
}

/** Someone else's process counts: it cannot be asked. */
function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== "ESRCH";
  }
}
