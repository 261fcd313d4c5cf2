import type { Change } from "./changes.ts";
import { diffLines } from "./diff.ts";
import type { Scope } from "./entries.ts";
import type { Interpreter } from "./python.ts";

/** One file that was written or removed, or would be. */
export interface FileReport {
  path: string;
  kind: "created" | "updated" | "removed";
  /** Unified diff of a file of the user's; undefined for files that are all ours. */
  diff: string | undefined;
}

/** What an installation or its removal did. */
export interface InstallReport {
  action: "install" | "uninstall";
  repo: string;
  scopes: Scope[];
  /** Of the Faultline that was installed; undefined for a removal. */
  version: string | undefined;
  /** Nothing was written: this is what would be. */
  dryRun: boolean;
  changed: boolean;
  files: FileReport[];
  /** The interpreter that the hook will fall back on. */
  python: Interpreter | undefined;
  warnings: string[];
}

/** What is told of changes; `shown` says of which files the text matters to the user. */
export function reportFiles(changes: readonly Change[], shown: (path: string) => boolean): FileReport[] {
  return changes.map(({ path, before, after }) => ({
    path,
    kind: after === undefined ? "removed" : before === undefined ? "created" : "updated",
    diff: shown(path) ? diffLines(path, before?.toString() ?? "", after?.toString() ?? "") : undefined,
  }));
}

/** A report for a person: one line, the diff of a dry run, the warnings. */
export function formatReport(report: InstallReport): string {
  const lines = [headline(report)];
  if (report.dryRun) {
    for (const file of report.files) lines.push(file.diff ?? `${MARKS[file.kind]} ${file.path}`);
  } else if (report.changed && report.action === "install") {
    for (const file of report.files.filter(({ diff }) => diff !== undefined)) lines.push(`  ${file.kind} ${file.path}`);
    if (report.python) {
      const { path, python, pytest, found } = report.python;
      lines.push(`  interpreter: ${path} (Python ${python}, pytest ${pytest}; found as ${found})`);
    }
    lines.push("  A session that is open sees new skills after a restart; hooks work at once.");
    lines.push("  Check it with: npx faultline doctor");
  }
  return [...lines, ...report.warnings.map((warning) => `warning: ${warning}`)].join("\n");
}

const MARKS = { created: "+", updated: "~", removed: "-" } as const;

function headline({ action, changed, dryRun, scopes, repo, version }: InstallReport): string {
  const where = `${scopes.join(" and ")} scope of ${repo}`;
  if (!changed) {
    return action === "install"
      ? `Faultline ${version} is installed already (${where}).`
      : `Faultline is not installed (${where}).`;
  }
  const done = action === "install" ? `Faultline ${version} installed` : "Faultline removed";
  return dryRun ? `Would change (${where}):` : `${done} (${where}).`;
}
