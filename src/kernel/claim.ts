import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissing } from "./files.ts";
import { isRunning } from "./is-running.ts";

/** A claim that this process has, or the id of the process that has it. */
export type Claim = { giveUp(): Promise<void> } | { holder: number };

/** What this process wrote into the files that it claimed: an earlier process may have had its id. */
const ours = new Set<string>();

/** Claims something for this process by a file that names it. The claim of a process that is gone is no claim. */
export async function claimFile(file: string): Promise<Claim> {
  const name = `${process.pid} ${randomUUID()}`;
  const own = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  ours.add(name);
  try {
    // At once with what is in it: who finds it empty would take it for that of nobody.
    await writeFile(own, name);
    const holder = await put(own, file);
    if (holder === undefined) return { giveUp: () => giveUp(file, name) };
    ours.delete(name);
    return { holder };
  } catch (error) {
    ours.delete(name);
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Makes `own` the claim. Undefined: it is; else the id of the process that has it. */
async function put(own: string, file: string): Promise<number | undefined> {
  for (;;) {
    if (await linked(own, file)) return undefined;
    const holder = holderIn(await nameIn(file));
    if (holder !== undefined) return holder;
    // One at a time takes over what is left of the dead, or one would take away the new claim of another.
    const turn = await claimFile(join(dirname(file), `.${basename(file)}.turn`));
    if ("holder" in turn) return turn.holder;
    try {
      const left = await nameIn(file);
      if (left !== undefined && holderIn(left) === undefined) {
        await rename(own, file);
        return undefined;
      }
    } finally {
      await turn.giveUp();
    }
  }
}

async function linked(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** What a claim says; undefined where there is none. */
async function nameIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    return isMissing(error) ? undefined : "";
  }
}

/** The id of the running process that a claim names. */
function holderIn(name = ""): number | undefined {
  const pid = Number.parseInt(name, 10);
  const runs = pid === process.pid ? ours.has(name) : pid > 0 && isRunning(pid);
  return runs ? pid : undefined;
}

async function giveUp(file: string, name: string): Promise<void> {
  if ((await nameIn(file)) === name) await rm(file, { force: true });
  ours.delete(name);
}
