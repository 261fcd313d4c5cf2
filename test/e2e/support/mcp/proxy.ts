import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { Event, type FaultEvent } from "../../../../src/proxy/events.ts";
import { root } from "../tools.ts";
import type { Reach } from "./peer.ts";
import { bareEnv } from "./peer-servers.ts";

const cli = join(root, "dist/cli.js");

/** Faults to meet, and the file that tells of those that were met. */
export interface Faults {
  profile: string;
  events: string;
  /** The faults told of by now. */
  met(): Promise<FaultEvent[]>;
}

/** Writes a profile with these rules, in TOML; none: a proxy that only relays. */
export async function faults(rules = ""): Promise<Faults> {
  const folder = await mkdtemp(join(tmpdir(), "profile-"));
  const profile = join(folder, "profile.toml");
  const events = join(folder, "events.jsonl");
  await writeFile(profile, `name = "e2e"\nseed = 1\n${rules}`);
  return {
    profile,
    events,
    async met() {
      const lines = (await readFile(events, "utf8")).split("\n").filter((line) => line !== "");
      return lines.map((line) => Event.parse(JSON.parse(line))).filter((event) => event.event === "fault");
    },
  };
}

/** The words that serve on standard input and output what another server serves there, with faults. */
export function throughProxy(
  reach: Extract<Reach, { stdio: unknown }>,
  { profile, events }: Faults,
): Extract<Reach, { stdio: unknown }> {
  const words = [process.execPath, cli, "proxy", "--config", profile, "--events", events, "--"] as const;
  return { stdio: [...words, ...reach.stdio], env: reach.env };
}

export interface HttpProxy {
  reach: { url: string; token: string };
  /** Asks it to end, and gives its exit status and what it printed to standard error. */
  stop(): Promise<{ exitCode: number | undefined; told: string }>;
}

/** Starts the proxy in front of a Streamable HTTP server, on a free port. */
export async function startHttpProxy(upstream: string, { profile, events }: Faults): Promise<HttpProxy> {
  const options = ["--config", profile, "--events", events, "--upstream", upstream, "--http", "127.0.0.1:0"];
  const child = execa(process.execPath, [cli, "proxy", ...options], {
    env: await bareEnv(),
    extendEnv: false,
    reject: false,
    stdin: "ignore",
  });
  let told = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      told += String(chunk);
      const found = [...told.matchAll(/http:\/\/127\.0\.0\.1:\d+\/mcp/g)].map(([text]) => text);
      const own = found.find((text) => text !== upstream);
      if (own) resolve(own);
    });
    child.on("exit", () => reject(new Error(`the proxy ended: ${told}`)));
  });
  return {
    reach: { url, token: "none" },
    async stop() {
      child.kill("SIGTERM");
      const { exitCode } = await child;
      return { exitCode, told };
    },
  };
}
