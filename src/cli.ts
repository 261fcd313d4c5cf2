#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cac } from "cac";
import { agent } from "./cli/agent.ts";
import { bench } from "./cli/bench.ts";
import { benchWorker } from "./cli/bench-worker.ts";
import { demo } from "./cli/demo.ts";
import { doctor } from "./cli/doctor.ts";
import { evidence } from "./cli/evidence.ts";
import { explain } from "./cli/explain.ts";
import { installClaude, uninstallClaude } from "./cli/install-claude.ts";
import { investigate } from "./cli/investigate.ts";
import { networkServer } from "./cli/network-server.ts";
import { profiles } from "./cli/profiles.ts";
import { proxy } from "./cli/proxy.ts";
import { run } from "./cli/run.ts";
import { serve } from "./cli/serve.ts";
import type { Shell } from "./cli/shell.ts";
import { shrink } from "./cli/shrink.ts";
import { describeError, FaultlineError } from "./kernel/errors.ts";

const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");
const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };

const shell: Shell = {
  packageRoot,
  version,
  env: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  progress: (line) => process.stderr.write(`${line}\n`),
  stdio: () => {
    process.stdout.off("error", gone);
    return { input: process.stdin, output: process.stdout };
  },
  readStdin: () => readFileSync(0, "utf8"),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  color: wantsColor(process.env),
  errors: {
    write: (text) => process.stderr.write(text),
    columns: process.stderr.isTTY ? process.stderr.columns : undefined,
  },
};

const cli = cac("faultline");
for (const add of [
  installClaude,
  uninstallClaude,
  doctor,
  explain,
  investigate,
  evidence,
  serve,
  agent,
  proxy,
  run,
  networkServer,
  profiles,
  bench,
  benchWorker,
  shrink,
  demo,
])
  add(cli, shell);
cli.help();
cli.version(version);

/** NO_COLOR and FORCE_COLOR decide, as they do elsewhere; without them a terminal gets colours that knows them. */
function wantsColor({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return !NO_COLOR && TERM !== "dumb" && process.stdout.isTTY === true;
}

/** One line for a person, exit status 2: whatever was asked for could not be done. */
function fail(error: unknown): void {
  const hint = error instanceof FaultlineError && error.hint ? ` (${error.hint})` : "";
  process.stderr.write(`faultline: ${describeError(error)}${hint}\n`);
  process.exitCode = 2;
}

/** A negative number behind an option is its value, which the option itself can refuse, and no option. */
function withNegatives(words: readonly string[]): string[] {
  const read: string[] = [];
  const end = words.indexOf("--");
  for (const word of end === -1 ? words : words.slice(0, end)) {
    const option = read.at(-1);
    const isValue = /^-\d/.test(word) && option !== undefined && /^--[a-z-]+$/.test(option);
    if (isValue) read[read.length - 1] = `${option}=${word}`;
    else read.push(word);
  }
  // Behind that stands somebody else's command.
  return end === -1 ? read : [...read, ...words.slice(end)];
}

async function main(): Promise<void> {
  try {
    cli.parse(withNegatives(process.argv), { run: false });
    if (cli.options["help"] || cli.options["version"]) return;
    if (!cli.matchedCommand) {
      const [unknown] = Object.keys(cli.options).filter((name) => name !== "--");
      if (unknown !== undefined) {
        throw new FaultlineError("bad-request", `unknown option --${unknown}`, { hint: "see faultline --help" });
      }
      if (cli.args.length > 0) {
        throw new FaultlineError("bad-request", `unknown command ${cli.args[0]}`, { hint: "see faultline --help" });
      }
      cli.outputHelp();
      return;
    }
    process.exitCode = (await cli.runMatchedCommand()) ?? 0;
  } catch (error) {
    fail(error);
  }
}

/** The reader has gone, or the disk is full: nothing more can be said. */
function gone(): void {
  process.exit(2);
}

process.stdout.on("error", gone);
await main();
