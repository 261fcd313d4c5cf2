import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stdioDial } from "../client/stdio-link.ts";
import { realClock } from "../kernel/clock.ts";
import { NetworkState } from "../network/state.ts";
import { readEvents } from "../proxy/events-file.ts";
import type { Stage } from "./stage.ts";

export interface Programs {
  /** Command line of this program. */
  program: readonly [string, ...string[]];
  /** Where the proxy has its faults from: name or path of a profile, or path of an events file. */
  faults: { config: string } | { replay: string };
  env: NodeJS.ProcessEnv;
}

/**
 * The real server program behind the real proxy, on real time. After a reset both are started anew; the network is in a
 * file meanwhile. A new proxy counts calls from 1 again, so each gets a seed of its own, or it would break every
 * connection at the same call.
 */
export async function programStage(network: NetworkState, seed: number, programs: Programs): Promise<Stage> {
  const { program, faults, env } = programs;
  const folder = await mkdtemp(join(tmpdir(), "faultline-session-"));
  const state = join(folder, "network.json");
  const events = join(folder, "events.jsonl");
  await writeFile(state, JSON.stringify(network));
  let connections = 0;
  return {
    clock: realClock,
    dial: (listener) => {
      const seedNow = String(seed + connections);
      connections += 1;
      const from = "replay" in faults ? ["--replay", faults.replay] : ["--config", faults.config, "--seed", seedNow];
      const server = [...program, "network-server", "--state", state];
      const argv = [...program, "proxy", ...from, "--events", events, "--", ...server] as const;
      return stdioDial(argv, process.cwd(), env)(listener);
    },
    during: (promise) => promise,
    outcome: async () => ({
      after: NetworkState.parse(JSON.parse(await readFile(state, "utf8"))),
      events: existsSync(events) ? readEvents(events) : [],
    }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
