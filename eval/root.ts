import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this repository, whether the code runs as source or as built. */
export const ROOT = rootAbove(dirname(fileURLToPath(import.meta.url)));

/** Manifests, and the bundled projects below `bundled`. */
export const CASES = join(ROOT, "eval", "cases");

function rootAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) || dirname(folder) === folder ? folder : rootAbove(dirname(folder));
}
