import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "../root.ts";

/** Of what the package holds, all that a program of it reads. */
const PARTS = ["package.json", "dist", "hooks", "skills", "templates", ".claude-plugin", "python-probe/src"];

/**
 * Copies the built Faultline, with the programs that sessions need. A run uses its copy from start to end: it measures one
 * Faultline, and a build in the meantime, which writes these files anew, takes nothing away from a session.
 *
 * @param folder where the copy goes; what was there before goes
 */
export async function copyFaultline(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const part of PARTS) {
    await mkdir(dirname(join(folder, part)), { recursive: true });
    await cp(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith("__pycache__"),
    });
  }
}
