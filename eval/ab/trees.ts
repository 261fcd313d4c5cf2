import { cp, mkdir, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** Copies a checkout without its version control; what was in the target folder before goes. */
export async function copyTree(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => ![".git", "__pycache__", ".pytest_cache"].includes(basename(path)),
  });
}
