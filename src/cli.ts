#!/usr/bin/env node
import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cac } from "cac";
import { describeError, FaultlineError } from "./kernel/errors.ts";

/** The folder of the package: hooks/, skills/, templates/ and python-probe/ lie in it. */
const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");
const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };

const cli = cac("faultline");

cli
  .command("install-claude", "Put Faultline's hooks and skill into a project's .claude folder, or upgrade them")
  .option("--repo <dir>", "Folder of the project", { default: "." })
  .option("--scope <scope>", "project (settings.json), local (settings.local.json) or user (~/.claude)", {
    default: "project",
  })
  .option("--python <path>", "The project's interpreter; otherwise it is found")
  .option("--with-mcp", "Also list Faultline's server in the project's .mcp.json")
  .option(
    "--report",
    "Every pytest run of a session also leaves its failures as structure, for outputs that are cut or filtered",
  )
  .option("--dry-run", "Print what would change, write nothing")
  .option("--json", "Print JSON")
  .example("  faultline install-claude --repo .")
  .example("  faultline install-claude --repo ~/work/shop --scope local --dry-run")
  .action(async (options: InstallOptions) => {
    if (options.withMcp) {
      throw new FaultlineError("bad-request", "--with-mcp: this version has no MCP server yet");
    }
    const { installClaude } = await import("./install/install.ts");
    const { formatReport } = await import("./install/report.ts");
    const report = await installClaude({
      repo: textOf(options.repo, "--repo"),
      scope: scopeOf(options.scope),
      python: options.python === undefined ? undefined : textOf(options.python, "--python"),
      withMcp: false,
      report: options.report ?? false,
      dryRun: options.dryRun ?? false,
      packageRoot,
      env: process.env,
      node: process.execPath,
    });
    print(options.json ? JSON.stringify(report, null, 2) : formatReport(report));
  });

cli
  .command("uninstall-claude", "Take Faultline out of a project's .claude folder again")
  .option("--repo <dir>", "Folder of the project", { default: "." })
  .option("--scope <scope>", "project, local or user; without it both scopes of the project")
  .option("--dry-run", "Print what would change, write nothing")
  .option("--json", "Print JSON")
  .example("  faultline uninstall-claude --repo .")
  .action(async (options: UninstallOptions) => {
    const { uninstallClaude } = await import("./install/install.ts");
    const { formatReport } = await import("./install/report.ts");
    const report = await uninstallClaude({
      repo: textOf(options.repo, "--repo"),
      scope: options.scope === undefined ? undefined : scopeOf(options.scope),
      dryRun: options.dryRun ?? false,
      env: process.env,
    });
    print(options.json ? JSON.stringify(report, null, 2) : formatReport(report));
  });

cli
  .command("doctor", "Say whether everything that the hooks need is there, and how to mend what is not")
  .option("--repo <dir>", "Folder of the project", { default: "." })
  .option("--json", "Print JSON")
  .example("  faultline doctor --repo .")
  .action(async (options: { repo: unknown; json?: boolean }) => {
    const { doctor, formatDoctor } = await import("./install/doctor.ts");
    const { repoSize } = await import("./hook/repo-size.ts");
    const { repoRoot } = await import("./kernel/repo.ts");
    const { repoState } = await import("./kernel/state.ts");
    const repo = textOf(options.repo, "--repo");
    if (!statSync(repo, { throwIfNoEntry: false })?.isDirectory()) {
      throw new FaultlineError("not-found", `${repo}: no such folder`);
    }
    const root = repoRoot(repo);
    const report = await doctor({
      repo,
      packageRoot,
      env: process.env,
      repoSize: () => repoSize(root, repoState(root), process.env, Date.now()),
    });
    print(options.json ? JSON.stringify(report, null, 2) : formatDoctor(report));
    if (!report.ok) process.exitCode = 1;
  });

cli
  .command("explain", "Show each decision of the latest hook call, or replay a hook payload")
  .option("--input <file>", "Replay this payload (JSON as Claude Code sends it; - for stdin); re-runs the failing test")
  .option("--json", "Print JSON")
  .example("  faultline explain")
  .example("  faultline explain --input payload.json")
  .action(async (options: { input?: unknown; json?: boolean }) => {
    const { explain, formatExplanation, latestExplanation } = await import("./hook/explain.ts");
    const explanation =
      options.input === undefined
        ? await latestExplanation(process.env)
        : await explain(readPayload(textOf(options.input, "--input")), {
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

interface UninstallOptions {
  repo: unknown;
  scope?: string;
  dryRun?: boolean;
  json?: boolean;
}

interface InstallOptions extends UninstallOptions {
  scope: string;
  python?: unknown;
  withMcp?: boolean;
  report?: boolean;
}

function scopeOf(word: string): "project" | "local" | "user" {
  if (word === "project" || word === "local" || word === "user") return word;
  throw new FaultlineError("bad-request", `unknown scope ${word}`, { hint: "project, local or user" });
}

/** The command line reader makes numbers of what looks like one, and a list of what is given twice. */
function textOf(value: unknown, option: string): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string" && text !== "") return text;
  throw new FaultlineError("bad-request", `${option} wants one value`);
}

function readInput(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : resolve(file), "utf8");
  } catch (error) {
    throw new FaultlineError("not-found", `${file} cannot be read: ${describeError(error)}`);
  }
}

function readPayload(file: string): unknown {
  const text = readInput(file);
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
    await cli.runMatchedCommand();
  } catch (error) {
    fail(error);
  }
}

// A reader that has gone, or a full disk: nothing more can be said.
process.stdout.on("error", () => process.exit(2));
await main();
