import { join } from "node:path";
import type { Engine } from "../../src/debugging/engine.ts";
import { probeDir, shellEnv } from "../probe/support.ts";

/** An engine for a folder; its state lies in a hidden folder of it. */
export function engineFor(repo: string, more: Partial<Engine> = {}): Engine {
  return { repo, python: "python3", env: shellEnv(), probeDir, state: join(repo, ".state"), pytestArgs: [], ...more };
}
