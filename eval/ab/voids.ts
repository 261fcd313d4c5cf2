import { join } from "node:path";
import * as z from "zod";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { readTextIfThere, writeAtomic } from "../../src/kernel/user-files.ts";
import { byName } from "./result.ts";

/** Why cases are void, by their names. */
export type Voids = ReadonlyMap<string, string>;

const Stored = z.record(z.string(), z.string());

/** What the runs of a folder said of cases by which nothing can be said; empty where there are none. */
export async function readVoids(out: string): Promise<Map<string, string>> {
  const file = join(out, "void.json");
  const text = await readTextIfThere(file);
  if (text === undefined) return new Map();
  try {
    return new Map(Object.entries(Stored.parse(JSON.parse(text))));
  } catch (cause) {
    throw new FaultlineError("broken-config", `${file} does not say which cases are void; remove it`, { cause });
  }
}

/** Keeps them for reports to come. */
export async function writeVoids(out: string, voids: Voids): Promise<void> {
  const sorted = [...voids].toSorted(([a], [b]) => byName(a, b));
  await writeAtomic(join(out, "void.json"), `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}
