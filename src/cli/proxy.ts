import { fstatSync } from "node:fs";
import type { FaultSource } from "../faults/source.ts";
import type { ChildEnd } from "../kernel/child.ts";
import { FaultlineError } from "../kernel/errors.ts";
import type { Counts } from "../proxy/carry.ts";
import type { FaultEvent } from "../proxy/events.ts";
import { replayFrom } from "./replay-from.ts";
import { type Command, numberOf, type Shell, textOf } from "./shell.ts";
import { stopSignal } from "./stop-signal.ts";

interface Options {
  "--": string[];
  config?: unknown;
  seed?: unknown;
  events?: unknown;
  replay?: unknown;
  upstream?: unknown;
  http?: unknown;
}

/** Where clients connect; the one above that of `faultline serve`. */
const PORT = 7338;
/** Signals that the server is given. */
const PASSED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Where the faults come from. */
interface Faults {
  profile: string;
  seed: number;
  source: FaultSource;
}

type Relay = (
  source: FaultSource,
  note: (event: FaultEvent) => void,
  tell: (line: string) => void,
) => Promise<Partial<ChildEnd> & { counts: Counts }>;

export const proxy: Command = (cli, shell) => {
  cli
    .command("proxy", "Stand between an MCP client and a server, and let tools fail as a profile says")
    .usage("proxy [options] [--] COMMAND [ARGS]  or  proxy [options] --upstream URL")
    .option("--config <profile>", "A built-in profile or a file (see faultline profiles)")
    .option("--seed <number>", "In place of the profile's own")
    .option("--events <file>", "Adds a session to it: a line for each fault (JSON Lines)")
    .option("--replay <events>", "Gives the faults of the last session of an events file again")
    .option("--upstream <url>", "A server that speaks Streamable HTTP, in place of a command")
    .option("--http [address]", `With --upstream: where clients connect (127.0.0.1:${PORT})`)
    .example("  faultline proxy --config timeout -- npx -y @modelcontextprotocol/server-filesystem .")
    .example("  faultline proxy --config mixed --events events.jsonl --upstream http://127.0.0.1:3001/mcp --http")
    .action(async (options: Options) => {
      const relay = options.upstream === undefined ? overStdio(options, shell) : await overHttp(options, shell);
      return exitLike(await record(relay, options, shell));
    });
};

/** Relays, and tells what happened; resolves to how the server ended. */
async function record(relay: Relay, options: Options, shell: Shell): Promise<Partial<ChildEnd>> {
  const { createRecorder } = await import("../proxy/recorder.ts");
  const { openEvents } = await import("../proxy/events-file.ts");
  const { lockEvents } = await import("../proxy/events-lock.ts");
  const { source, ...session } = await faultsOf(options, shell);
  const tell = (line: string) => shell.progress(`faultline: ${line}`);
  const file = options.events === undefined ? undefined : textOf(options.events, "--events");
  const unlock = file === undefined ? undefined : await lockEvents(file);
  try {
    const events = file === undefined ? undefined : openEvents(file, tell);
    const recorder = createRecorder({ ...session, rules: [...source.rules] }, events);
    const end = await relay(source, recorder.note, tell).catch(async (error) => {
      recorder.end({ requests: 0, faults: 0 });
      await events?.close();
      throw error;
    });
    for (const line of recorder.end(end.counts)) tell(line);
    if (end.exitCode) tell(`the server ended with status ${end.exitCode}`);
    await events?.close();
    return end;
  } finally {
    unlock?.();
  }
}

/** As whoever waits for the server would see it. */
function exitLike(end: Partial<ChildEnd>): number {
  if (end.signal !== undefined) dieOf(end.signal);
  return end.exitCode ?? 0;
}

function dieOf(signal: NodeJS.Signals): void {
  // Node ignores SIGPIPE and opens its debugger on SIGUSR1; once a listener has gone the system's own way is back.
  if (signal !== "SIGKILL") process.on(signal, ignore).off(signal, ignore);
  process.kill(process.pid, signal);
}

function ignore(): void {}

async function faultsOf({ config, seed, replay }: Options, shell: Shell): Promise<Faults> {
  if ((config === undefined) === (replay === undefined)) {
    throw new FaultlineError("bad-request", "proxy wants one of --config and --replay", {
      hint: "such as --config timeout; see faultline profiles list",
    });
  }
  if (replay !== undefined) return await replayed(textOf(replay, "--replay"), seed, shell);
  const { loadProfile } = await import("./load-profile.ts");
  const { createEngine } = await import("../faults/engine.ts");
  const profile = loadProfile(textOf(config, "--config"), shell.packageRoot);
  const used =
    seed === undefined ? profile.seed : numberOf(seed, "--seed", { least: 0, most: Number.MAX_SAFE_INTEGER });
  return { profile: profile.name, seed: used, source: createEngine(profile, used) };
}

async function replayed(file: string, seed: unknown, shell: Shell): Promise<Faults> {
  if (seed !== undefined) throw new FaultlineError("bad-request", "--replay draws nothing: it goes without --seed");
  const { start, source } = await replayFrom(file, shell);
  return { profile: start.profile, seed: start.seed, source };
}

function overStdio(options: Options, shell: Shell): Relay {
  const [file, ...args] = options["--"];
  if (file === undefined) {
    throw new FaultlineError("bad-request", "proxy wants the command of a server, or --upstream URL", {
      hint: "faultline proxy --config timeout -- node server.js",
    });
  }
  if (options.http !== undefined) throw new FaultlineError("bad-request", "--http goes with --upstream URL");
  return async (source, note) => {
    const { relayStdio } = await import("../proxy/stdio-relay.ts");
    const { input, output } = shell.stdio();
    const parent = process.ppid;
    // Into a file it may write though whoever started it has gone.
    const out = fstatSync(1);
    const hasReader = out.isFIFO() || out.isSocket();
    return await relayStdio({
      argv: [file, ...args],
      cwd: process.cwd(),
      env: shell.env,
      source,
      note,
      stdin: input,
      stdout: output,
      onSignal: (pass) => {
        for (const name of PASSED) process.on(name, pass);
        return () => {
          for (const name of PASSED) process.off(name, pass);
        };
      },
      isWatched: () => !hasReader || process.ppid === parent,
    });
  };
}

async function overHttp(options: Options, shell: Shell): Promise<Relay> {
  if (options["--"].length > 0)
    throw new FaultlineError("bad-request", "proxy takes --upstream or a command, not both");
  const { parseAddress } = await import("../kernel/address.ts");
  const upstream = upstreamOf(textOf(options.upstream, "--upstream"));
  const address = parseAddress(
    options.http === undefined || options.http === true ? "" : textOf(options.http, "--http"),
    PORT,
  );
  return async (source, note, tell) => {
    const { relayHttp } = await import("../proxy/http-relay.ts");
    const { signal } = stopSignal();
    const onListening = (url: string) => shell.progress(`faultline: relaying ${url} to ${upstream}`);
    return { counts: await relayHttp({ upstream, address, source, note, tell, signal, onListening }) };
  };
}

function upstreamOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && url.username + url.password !== "") {
    throw new FaultlineError("bad-request", `--upstream ${url.host}: an address with a name or password is not taken`, {
      hint: "a client sends its own Authorization, which is relayed",
    });
  }
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new FaultlineError("bad-request", `--upstream ${text}: not an address of HTTP`, {
    hint: "such as http://127.0.0.1:3001/mcp",
  });
}
