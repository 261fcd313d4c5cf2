import { FaultlineError } from "../kernel/errors.ts";
import { type Command, textOf } from "./shell.ts";

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

export const installClaude: Command = (cli, shell) => {
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
      const { installClaude } = await import("../install/install.ts");
      const { formatReport } = await import("../install/report.ts");
      const report = await installClaude({
        repo: textOf(options.repo, "--repo"),
        scope: scopeOf(options.scope),
        python: options.python === undefined ? undefined : textOf(options.python, "--python"),
        withMcp: options.withMcp ?? false,
        report: options.report ?? false,
        dryRun: options.dryRun ?? false,
        packageRoot: shell.packageRoot,
        env: shell.env,
        node: process.execPath,
      });
      shell.print(options.json ? JSON.stringify(report, null, 2) : formatReport(report));
    });
};

export const uninstallClaude: Command = (cli, shell) => {
  cli
    .command("uninstall-claude", "Take Faultline out of a project's .claude folder again")
    .option("--repo <dir>", "Folder of the project", { default: "." })
    .option("--scope <scope>", "project, local or user; without it both scopes of the project")
    .option("--dry-run", "Print what would change, write nothing")
    .option("--json", "Print JSON")
    .example("  faultline uninstall-claude --repo .")
    .action(async (options: UninstallOptions) => {
      const { uninstallClaude } = await import("../install/install.ts");
      const { formatReport } = await import("../install/report.ts");
      const report = await uninstallClaude({
        repo: textOf(options.repo, "--repo"),
        scope: options.scope === undefined ? undefined : scopeOf(options.scope),
        dryRun: options.dryRun ?? false,
        env: shell.env,
      });
      shell.print(options.json ? JSON.stringify(report, null, 2) : formatReport(report));
    });
};

function scopeOf(word: string): "project" | "local" | "user" {
  if (word === "project" || word === "local" || word === "user") return word;
  throw new FaultlineError("bad-request", `unknown scope ${word}`, { hint: "project, local or user" });
}
