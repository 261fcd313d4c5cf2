import { access } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { run } from "../../../src/kernel/process.ts";

/** The root of this package. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

/** Runs a program of the test's own set-up and gives back what it printed; throws where it fails. */
export async function mustRun(
  argv: readonly [string, ...string[]],
  at: { cwd?: string; env?: NodeJS.ProcessEnv; deadline?: number } = {},
): Promise<string> {
  const result = await run({
    argv,
    cwd: at.cwd ?? root,
    env: at.env ?? process.env,
    deadline: at.deadline ?? 240_000,
  });
  if (result.exitCode === 0) return result.stdout;
  throw new Error(`${argv.join(" ")}: ${result.ended} ${result.exitCode ?? ""}\n${result.stdout}\n${result.stderr}`);
}

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The same promise for every caller. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Whether a process still runs; one that has ended but was not yet waited for does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await run({
    argv: ["ps", "-o", "stat=", "-p", String(pid)],
    cwd: root,
    env: process.env,
    deadline: 5000,
  });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}
