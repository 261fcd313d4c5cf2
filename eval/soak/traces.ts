import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Processes, besides the server itself, whose environment holds a mark that the server was started with. */
export function leftProcesses(mark: string, server: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== server && environmentOf(name).includes(mark))
    .map(Number);
}

function environmentOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/environ`, "latin1");
  } catch {
    return "";
  }
}

/** One digest of all files below a folder: names and contents. */
export async function digestOfFolder(folder: string): Promise<string> {
  const digest = createHash("sha256");
  for (const path of (await readdir(folder, { recursive: true })).sort()) {
    const content = await readFile(join(folder, path)).catch(() => "");
    digest.update(`${path}\0`).update(content).update("\0");
  }
  return digest.digest("hex");
}

/** How many files lie in a folder, and their bytes. */
export async function sizeOfFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const names = await readdir(folder).catch(() => []);
  const stats = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return { files: names.length, bytes: stats.reduce((sum, each) => sum + (each?.size ?? 0), 0) };
}
