import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { type Bug, readBundled, readProject } from "../manifest.ts";
import { CASES } from "../root.ts";
import { nameOf } from "./case.ts";

/** Folders of small projects of our own, whose cases are no real bugs. */
export const OWN = ["injected", "bundled"];

/**
 * The bugs that are asked for, each once: those that a manifest's name stands for or, as in `youtube-dl:8+16`, these.
 *
 * @param wanted names of manifests or folders in eval/cases
 */
export async function bugsNamed(wanted: readonly string[]): Promise<Bug[]> {
  const lists = await Promise.all(wanted.map(bugsOf));
  return [...new Map(lists.flat().map((bug) => [nameOf(bug), bug])).values()];
}

async function bugsOf(word: string): Promise<Bug[]> {
  const [name = "", which] = word.split(":");
  if (!/^[\w-]+$/.test(name)) throw new FaultlineError("bad-request", `no such cases: ${word}`);
  const all: Bug[] = OWN.includes(name)
    ? await readBundled(join(CASES, name))
    : await readProject(join(CASES, `${name}.json`)).catch((error: unknown) => {
        throw notThere(error, name);
      });
  if (which === undefined) return all.filter((bug) => bug.kind === "bundled" || bug.measured);
  const ids = which.split("+");
  const missing = ids.find((id) => all.every((bug) => bug.id !== id));
  if (missing !== undefined)
    throw new FaultlineError("bad-request", `${name} has no bug ${missing}`, {
      hint: all.map(({ id }) => id).join(", "),
    });
  return all.filter(({ id }) => ids.includes(id));
}

function notThere(error: unknown, name: string): unknown {
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  return isMissing ? new FaultlineError("bad-request", `there is no manifest eval/cases/${name}.json`) : error;
}
