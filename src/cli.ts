#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cac } from "cac";
import { describeError, FaultlineError } from "./kernel/errors.ts";

/** The folder of the package: hooks/, skills/, templates/ and python-probe/ lie in it. */
const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");
const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };

const cli = cac("faultline");

cli
  .command("explain", "Show each decision of the latest hook call, or replay a hook payload")
  .option("--input <file>", "Replay this payload (JSON as Claude Code sends it; - for stdin); re-runs the failing test")
  .option("--json", "Print JSON")
  .example("  faultline explain")
  .example("  faultline explain --input payload.json")
  .action(async (options: { input?: string; json?: boolean }) => {
    const { explain, formatExplanation, latestExplanation } = await import("./hook/explain.ts");
    const explanation =
      options.input === undefined
        ? await latestExplanation(process.env)
        : await explain(readPayload(options.input), {
            env: process.env,
            installation: join(packageRoot, "dist"),
            probeDir: join(packageRoot, "python-probe", "src"),
            now: Date.now,
            remember: false,
          });
    print(options.json ? JSON.stringify(explanation, null, 2) : formatExplanation(explanation));
  });

cli
  .command("demo", "Let a test of a bundled project fail, and show what an agent sees without and with Faultline")
  .action(async () => {
    const { demo } = await import("./demo/demo.ts");
    print(await demo({ packageRoot, env: process.env, width: terminalWidth(), progress }));
  });

cli.help();
cli.version(version);

function readPayload(file: string): unknown {
  const text = readFileSync(file === "-" ? 0 : resolve(file), "utf8");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FaultlineError("bad-request", `${file} is not JSON: ${describeError(error)}`);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Told on stderr, for what takes longer than a second. */
function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

function terminalWidth(): number {
  return Math.min(Math.max(process.stdout.columns ?? 160, 100), 200);
}

/** One line for a person, exit status 2: whatever was asked for could not be done. */
function fail(error: unknown): void {
  const hint = error instanceof FaultlineError && error.hint ? ` (${error.hint})` : "";
  process.stderr.write(`faultline: ${describeError(error)}${hint}\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  try {
    cli.parse(process.argv, { run: false });
    if (cli.options["help"] || cli.options["version"]) return;
    if (!cli.matchedCommand) {
      if (cli.args.length > 0) {
        throw new FaultlineError("bad-request", `unknown command ${cli.args[0]}`, { hint: "see faultline --help" });
      }
      cli.outputHelp();
      return;
    }
    await cli.runMatchedCommand();
  } catch (error) {
    fail(error);
  }
}

await main();
