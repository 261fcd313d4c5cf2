import { join } from "node:path";
import * as z from "zod";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { readTextIfThere, writeAtomic } from "../../src/kernel/user-files.ts";

const Build = z.object({
  version: z.string(),
  /** Of everything that sessions use of it, in hex (see `buildOf`). */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
/** A built Faultline. */
export type Build = z.infer<typeof Build>;

/** What the folder of a run says of the Faultline that it measures. */
const Measured = Build.extend({
  /** Sessions that were over when this was noted: of which build they are, nobody knows. */
  unknown: z.int().min(0),
});
export type Measured = z.infer<typeof Measured>;

/** The Faultline that the results of a folder are of; undefined where it was not noted. */
export async function readMeasured(out: string): Promise<Measured | undefined> {
  const file = join(out, "faultline.json");
  const text = await readTextIfThere(file);
  if (text === undefined) return undefined;
  try {
    return Measured.parse(JSON.parse(text));
  } catch (cause) {
    throw new FaultlineError("broken-config", `${file} does not say which Faultline the results are of`, {
      hint: "name another --out",
      cause,
    });
  }
}

/**
 * Notes in the folder of a run which Faultline it measures, before it goes on.
 *
 * @param over how many of its sessions are over
 * @throws FaultlineError `bad-request` where these are of another one: a table of both would be of neither
 */
export async function noteMeasured(out: string, build: Build, over: number): Promise<void> {
  const noted = await readMeasured(out);
  if (noted === undefined || over === 0) {
    const measured: Measured = { ...build, unknown: over };
    await writeAtomic(join(out, "faultline.json"), `${JSON.stringify(measured, undefined, 2)}\n`);
  } else if (buildName(noted) !== buildName(build)) {
    throw new FaultlineError(
      "bad-request",
      `the results in ${out} are of ${buildName(noted)}, and this is ${buildName(build)}`,
      {
        hint: "name another --out; `report` tells of those that are there",
      },
    );
  }
}

/** Such as `Faultline 0.1.0, build 0f3a5c7e9b21`. */
export function buildName({ version, digest }: Build): string {
  return `Faultline ${version}, build ${digest.slice(0, 12)}`;
}
