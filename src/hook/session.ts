import { statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { readTextSync } from "../kernel/files.ts";
import { walkPython } from "../kernel/repo.ts";
import { fileName, writeState } from "../kernel/state.ts";

const Memory = z.object({
  hinted: z._default(z.boolean(), false),
  explained: z._default(z.record(z.string(), z.number()), {}),
});

/**
 * What one session of the client was already told: whether the compact command was suggested,
 * and for each failure signature when (milliseconds since the epoch) it was explained.
 */
export type SessionMemory = z.infer<typeof Memory>;

/** The memory of a session; empty for a new one or where the file is unreadable. */
export function readMemory(state: string, session: string): SessionMemory {
  try {
    return z.parse(Memory, JSON.parse(readTextSync(memoryFile(state, session)) ?? "{}"));
  } catch {
    return z.parse(Memory, {});
  }
}

/** Replaces the memory of a session. */
export function writeMemory(state: string, session: string, memory: SessionMemory): void {
  writeState(memoryFile(state, session), JSON.stringify(memory));
}

/** Whether any Python file of the project was written after `time` (milliseconds since the epoch). */
export function changedSince(root: string, time: number): boolean {
  for (const path of walkPython(root)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs > time) return true;
  }
  return false;
}

function memoryFile(state: string, session: string): string {
  return join(state, "sessions", `${fileName(session, session)}.json`);
}
