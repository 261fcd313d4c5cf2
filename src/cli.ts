#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cac } from "cac";
import { agent } from "./cli/agent.ts";
import { bench } from "./cli/bench.ts";
import { benchWorker } from "./cli/bench-worker.ts";
import { checkCommand, readWords } from "./cli/command-line.ts";
import { demo } from "./cli/demo.ts";
import { doctor } from "./cli/doctor.ts";
import { evidence } from "./cli/evidence.ts";
import { explain } from "./cli/explain.ts";
import { installClaude, uninstallClaude } from "./cli/install-claude.ts";
import { investigate } from "./cli/investigate.ts";
import { networkServer } from "./cli/network-server.ts";
import { profiles } from "./cli/profiles.ts";
import { proxy } from "./cli/proxy.ts";
import { withCommandMarked } from "./cli/proxy-words.ts";
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

async function main(): Promise<void> {
  try {
    cli.parse(readWords(withCommandMarked(process.argv)), { run: false });
    if (cli.options["help"] || cli.options["version"]) return;
    if (!checkCommand(cli)) {
      cli.outputHelp();
      return;
    }
    process.exitCode = (await cli.runMatchedCommand()) ?? 0;
  } catch (error) {
    fail(error);
  }
}

/** The reader has gone, who needs no word of it, or the disk is full: nothing more can be said there. */
function gone(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") fail(new Error(`standard output cannot be written: ${describeError(error)}`));
  process.exit(2);
}

process.stdout.on("error", gone);
await main();
