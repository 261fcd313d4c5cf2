import { realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { applyChanges, Conflict, type FileIo, fileIo, readIfThere, removeEmptyFolders } from "./changes.ts";
import { channelWarnings } from "./channels.ts";
import { decode, firstLeniency } from "./document.ts";
import type { Scope } from "./entries.ts";
import { type Layout, layoutOf, mcpFile } from "./layout.ts";
import { withLock } from "./lock.ts";
import { type Plan, planInstall, planUninstall } from "./plan.ts";
import { findPython, namedPython, type PythonSearch } from "./python.ts";
import { type InstallReport, reportFiles } from "./report.ts";
import { readSources } from "./sources.ts";

export interface InstallRequest {
  /** Folder of the project. */
  repo: string;
  scope: Scope;
  /** The project's interpreter, where the user named it. */
  python?: string | undefined;
  /** Also list Faultline's server in the project's `.mcp.json`. */
  withMcp: boolean;
  /** Every test run of a session also leaves its failures as structure. */
  report: boolean;
  /** Plan and report, write nothing. */
  dryRun: boolean;
  /** Folder of the package: dist/hook.cjs, hooks/, skills/, templates/ and python-probe/ lie in it. */
  packageRoot: string;
  env: NodeJS.ProcessEnv;
  /** Absolute path of the node that the hook may use where PATH has none. */
  node: string;
  io?: FileIo;
}

export interface UninstallRequest {
  repo: string;
  /** Without it both scopes of the project. */
  scope?: Scope | undefined;
  dryRun: boolean;
  env: NodeJS.ProcessEnv;
  io?: FileIo;
}

/** Times that a plan is made anew because somebody else wrote one of its files. */
const MOST_TRIES = 5;

/**
 * Installs Faultline's hooks and skill for Claude Code, or brings an older installation up to date. Either all files
 * are written or none.
 *
 * @throws FaultlineError one line that names what is in the way: `not-found`, `broken-config`, `not-writable`, or
 * `bad-request` for a `python` that cannot import pytest
 */
export async function installClaude(request: InstallRequest): Promise<InstallReport> {
  const { scope, env } = request;
  const repo = await folder(request.repo);
  const sources = await readSources(request.packageRoot);
  const layout = layoutOf(scope, repo, env);
  const search = await searchPython(request, repo);
  const { node, withMcp, report } = request;
  const facts = { repo, layout, sources, python: search?.interpreter, node, withMcp, report };
  const plan = await carryOut(layout, request, () => planInstall(facts));
  const theirs = [layout.settings, mcpFile(repo)];
  return {
    action: "install",
    repo,
    scopes: [scope],
    version: sources.version,
    dryRun: request.dryRun,
    changed: plan.changes.length > 0,
    files: reportFiles(plan.changes, (path) => theirs.includes(path)),
    python: search?.interpreter,
    warnings: [
      ...plan.kept.map(
        (path) => `${path} is not as Faultline wrote it and was left alone; remove it to get the new one`,
      ),
      ...(await strictnessWarnings(plan, request.withMcp ? theirs : [layout.settings])),
      ...pythonWarnings(search),
      ...(await channelWarnings(repo, scope, env)),
    ],
  };
}

/**
 * Takes Faultline away again: settings first, files after. What the user wrote stays, also in files of ours.
 *
 * @throws FaultlineError as `installClaude`
 */
export async function uninstallClaude(request: UninstallRequest): Promise<InstallReport> {
  const repo = await folder(request.repo);
  const scopes: Scope[] = request.scope ? [request.scope] : ["project", "local"];
  const layouts = scopes.map((scope) => layoutOf(scope, repo, request.env));
  const theirs = [...layouts.map((layout) => layout.settings), mcpFile(repo)];
  const done: Plan = { changes: [], kept: [] };
  for (const layout of layouts) {
    const plan = await carryOut(layout, request, () => planUninstall(repo, layout, request.env));
    done.changes.push(...plan.changes);
    done.kept = plan.kept;
  }
  const kept = done.changes.length > 0 ? done.kept : [];
  return {
    action: "uninstall",
    repo,
    scopes,
    version: undefined,
    dryRun: request.dryRun,
    changed: done.changes.length > 0,
    files: reportFiles(done.changes, (path) => theirs.includes(path)),
    python: undefined,
    warnings: kept.map((path) => `${path} holds changes of yours and was left; remove it if you need it no more`),
  };
}

/** Plans under a lock and applies; plans anew when the client or somebody else wrote a file in between. */
async function carryOut(
  layout: Layout,
  { dryRun, io = fileIo }: { dryRun: boolean; io?: FileIo },
  makePlan: () => Promise<Plan>,
): Promise<Plan> {
  const first = await makePlan();
  if (dryRun || first.changes.length === 0) return first;
  return withLock(layout.claude, async () => {
    for (let tries = 1; ; tries += 1) {
      const plan = await makePlan();
      try {
        await applyChanges(plan.changes, io);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (tries < MOST_TRIES) continue;
        throw new FaultlineError("not-writable", `${error.message}: another program keeps writing to it`);
      }
      for (const { path, after } of plan.changes) {
        if (after === undefined) await removeEmptyFolders(dirname(path), dirname(layout.claude));
      }
      return plan;
    }
  });
}

async function folder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return realpath(path);
  throw new FaultlineError("not-found", `${resolve(path)}: ${found ? "not a folder" : "no such folder"}`);
}

async function searchPython({ python, scope, env }: InstallRequest, repo: string): Promise<PythonSearch | undefined> {
  if (python !== undefined) return { interpreter: await namedPython(python, repo, env), rejected: [] };
  // One installation for all projects has no interpreter of its own: each command names its own.
  return scope === "user" ? undefined : findPython(repo, env);
}

function pythonWarnings(search: PythonSearch | undefined): string[] {
  if (!search || search.interpreter) return [];
  const tried = search.rejected.map(({ path, why }) => `${path}: ${why}`).join("; ");
  return [
    `no interpreter with pytest was found (${tried || "none is there"}); the hook will use the one in the agent's command. Name one with --python`,
  ];
}

/** Claude Code reads strict JSON only, and says nothing of a file that it ignores. */
async function strictnessWarnings(plan: Plan, paths: string[]): Promise<string[]> {
  const warnings: string[] = [];
  for (const path of paths) {
    const bytes = plan.changes.find((change) => change.path === path)?.after ?? (await readIfThere(path));
    const place = bytes && firstLeniency(decode(path, bytes));
    if (place) warnings.push(strictnessWarning(path, place));
  }
  return warnings;
}

/** What to say of a file with comments or trailing commas. */
export function strictnessWarning(path: string, { line, column }: { line: number; column: number }): string {
  return `${path}:${line}:${column}: Claude Code reads strict JSON and ignores this whole file because of a comment or a trailing comma here, so Faultline stays inactive; take them out (nothing else needs to change)`;
}
