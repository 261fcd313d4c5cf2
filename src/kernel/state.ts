import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { basename, join } from "node:path";

/** Where Faultline keeps what it remembers: `${XDG_STATE_HOME:-~/.local/state}/faultline`. */
export function stateHome(env: NodeJS.ProcessEnv = process.env): string {
  const base = env["XDG_STATE_HOME"];
  return join(base?.startsWith("/") ? base : join(homedir(), ".local", "state"), "faultline");
}

/** The state folder of one repository; its name is readable and differs for every path. */
export function repoState(repo: string, env: NodeJS.ProcessEnv = process.env): string {
  const digest = createHash("sha256").update(repo).digest("hex").slice(0, 12);
  const name = basename(repo).replace(/[^A-Za-z0-9._-]/g, "_");
  return join(stateHome(env), `${name}-${digest}`);
}
