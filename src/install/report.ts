import { dirname } from "node:path";
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
    lines.push(...summary(report.files));
  } else if (report.changed && report.action === "install") {
    for (const file of report.files.filter(({ diff }) => diff !== undefined)) lines.push(`  ${file.kind} ${file.path}`);
    if (report.python) {
      const { path, python, pytest, found } = report.python;
      lines.push(`  interpreter: ${path} (Python ${python}, pytest ${pytest}; found as ${found})`);
    }
    if (report.scopes.includes("project"))
      lines.push("  Commit .claude to share it; what belongs to this machine is ignored by git.");
    lines.push("  A session that is open sees new skills after a restart; hooks work at once.");
    lines.push("  Check it with: npx faultline doctor");
  }
  return [...lines, ...report.warnings.map((warning) => `warning: ${warning}`)].join("\n");
}

/** Diffs of the user's files; of files that are all ours one line a folder. */
function summary(files: readonly FileReport[]): string[] {
  const folders = new Map<string, number>();
  for (const { path, kind, diff } of files) {
    if (diff !== undefined) continue;
    const folder = `${MARKS[kind]} ${dirname(path)}/`;
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const counts = [...folders].map(([folder, count]) => `${folder} (${count} ${count === 1 ? "file" : "files"})`);
  return [...counts, ...files.flatMap(({ diff }) => diff ?? [])];
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
