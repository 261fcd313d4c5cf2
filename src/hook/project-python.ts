import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { readTextIfThere } from "../kernel/files.ts";

/**
 * The project's interpreter on this machine: the one that was found at installation, if it is still there, else
 * the one of a virtual environment in the usual places.
 */
export async function projectPython(installation: string, root: string): Promise<string | undefined> {
  const remembered = (await readTextIfThere(join(installation, "local", "python")))?.trim();
  const usual = [".venv", "venv", "env"].map((folder) => join(root, folder, "bin", "python"));
  for (const candidate of [...(remembered ? [remembered] : []), ...usual]) {
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
