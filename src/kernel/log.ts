import { appendFile, mkdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { stateHome } from "./state.ts";

const MAX_BYTES = 256 * 1024;

/** Adds one line to Faultline's own log in the state folder. Never throws: a log is no reason to fail. */
export async function logLine(subject: string, message: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const file = join(stateHome(env), "faultline.log");
  try {
    await mkdir(stateHome(env), { recursive: true });
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > MAX_BYTES) await rename(file, `${file}.1`);
    const line = `${new Date().toISOString()} ${subject}: ${message}`.replace(/[\r\n]+/g, " ");
    await appendFile(file, `${line}\n`, { mode: 0o600 });
  } catch {
    // nothing to tell it to
  }
}
