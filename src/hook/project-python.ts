import { join } from "node:path";
import { isExecutable } from "../kernel/executable.ts";
import { readTextSync } from "../kernel/files.ts";

/**
 * The project's interpreter on this machine: the one that was found at installation, if it is still there, else
 * the one of a virtual environment in the usual places.
 */
export function projectPython(installation: string, root: string): string | undefined {
  const remembered = readTextSync(join(installation, "local", "python"))?.trim();
  const usual = [".venv", "venv", "env"].map((folder) => join(root, folder, "bin", "python"));
  return [...(remembered ? [remembered] : []), ...usual].find(isExecutable);
}
