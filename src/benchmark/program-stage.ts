import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realClock } from "../kernel/clock.ts";
import { readEvents } from "../proxy/events-file.ts";
import { NetworkState } from "./network-state.ts";
import type { Stage } from "./stage.ts";
import { stdioDial } from "./stdio-link.ts";

export interface Programs {
  /** Command line of this program. */
  program: readonly [string, ...string[]];
  /** Where the proxy has its faults from: name or path of a profile, or path of an events file. */
  faults: { config: string } | { replay: string };
  env: NodeJS.ProcessEnv;
}

/**
 * The real server program behind the real proxy, on real time. After a reset both are started anew; the network is in a
 * file meanwhile.
 */
export async function programStage(network: NetworkState, seed: number, programs: Programs): Promise<Stage> {
  const { program, faults, env } = programs;
  const folder = await mkdtemp(join(tmpdir(), "faultline-session-"));
  const state = join(folder, "network.json");
  const events = join(folder, "events.jsonl");
  await writeFile(state, JSON.stringify(network));
  const from = "replay" in faults ? ["--replay", faults.replay] : ["--config", faults.config, "--seed", String(seed)];
  const relay = ["proxy", ...from, "--events", events];
  const server = [...program, "network-server", "--state", state];
  return {
    clock: realClock,
    dial: stdioDial([...program, ...relay, "--", ...server], process.cwd(), env),
    during: (promise) => promise,
    outcome: async () => ({
      after: NetworkState.parse(JSON.parse(await readFile(state, "utf8"))),
      events: existsSync(events) ? readEvents(events) : [],
    }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
