import { renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { isMissing, makeFolder } from "./files.ts";

/** Where Faultline keeps what it remembers: `${XDG_STATE_HOME:-~/.local/state}/faultline`. */
export function stateHome(env: NodeJS.ProcessEnv = process.env): string {
  const base = env["XDG_STATE_HOME"];
  if (base?.startsWith("/")) return join(base, "faultline");
  // An empty HOME would put it into the current folder.
  const home = homedir();
  return join(home.startsWith("/") ? join(home, ".local", "state") : tmpdir(), "faultline");
}

/** The state folder of one repository; its name is readable and differs for every path. */
export function repoState(repo: string, env: NodeJS.ProcessEnv = process.env): string {
  return join(stateHome(env), fileName(basename(repo), repo));
}

/** Where the test runs of a session leave their reports, in report mode; hooks/faultline-hook names it as well. */
export function reportFolder(session: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  return /^[\w-]+$/.test(session) ? join(stateHome(env), "reports", session) : undefined;
}

/**
 * A short file name for any text: readable, and in practice different for different texts (FNV-1a, 64 bits).
 * No node:crypto: loading it costs a silent hook more than all else that it does.
 */
export function fileName(readable: string, text: string): string {
  let digest = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) digest = ((digest ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  const safe = readable.replace(/[^A-Za-z0-9._-]/g, "_").slice(0, 40);
  return `${safe}-${digest.toString(16).padStart(16, "0")}`;
}

/**
 * Replaces a file of Faultline's own state in one step, readable by the user alone. Synchronous: a hook has nothing
 * else to do. What cannot be remembered is no reason to stay silent: false where it could not be written.
 */
export function writeState(path: string, content: string | Uint8Array): boolean {
  const temporary = `${path}.${process.pid}.tmp`;
  const options = { mode: 0o600 };
  try {
    try {
      writeFileSync(temporary, content, options);
    } catch (error) {
      if (!isMissing(error)) throw error;
      makeFolder(dirname(path), 0o700);
      writeFileSync(temporary, content, options);
    }
    renameSync(temporary, path);
    return true;
  } catch {
    removeIfPossible(temporary);
    return false;
  }
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // the folder itself is out of reach
  }
}
