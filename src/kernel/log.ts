import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./files.ts";
import { redact } from "./redact.ts";
import { stateHome } from "./state.ts";

const MAX_BYTES = 256 * 1024;

/** Adds one line to Faultline's own log in the state folder. Never throws: a log is no reason to fail. */
export function logLine(subject: string, message: string, env: NodeJS.ProcessEnv = process.env): void {
  const file = join(stateHome(env), "faultline.log");
  try {
    makeFolder(stateHome(env), 0o700);
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_BYTES) renameSync(file, `${file}.1`);
    const line = `${new Date().toISOString()} ${subject}: ${redact(message)}`.replace(/[\r\n]+/g, " ");
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  } catch {
    // nothing to tell it to
  }
}
