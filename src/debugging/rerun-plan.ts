import { join, relative, resolve } from "node:path";
import { globMatcher } from "../kernel/glob.ts";
import { realPath } from "../kernel/repo.ts";
import type { TestCommand } from "../pytest/command.ts";
import { joinNodeId, splitNodeId } from "../pytest/node-id.ts";

/** When a failing test may be run again, and for how long. */
export interface RerunLimits {
  /** Milliseconds for the whole re-run. */
  deadline: number;
  /** Globs of test files, relative to the repository, that must not run again. */
  exclude: readonly string[];
  /** Tests with one of these markers must not run again. */
  excludeMarkers: readonly string[];
}

/** What to start, or why nothing is started. */
export type RerunPlan = { argv: [string, ...string[]]; args: string[]; nodeIds: string[] } | { refused: string };

/** What the plan is made from; `nodeIds` as pytest printed them, `python` the project's interpreter where one is known. */
export interface RerunRequest {
  command: TestCommand;
  nodeIds: readonly string[];
  /** Where the shell line began, and where its tests ran. */
  start: string;
  cwd: string;
  root: string;
  python: () => string | undefined;
  limits: RerunLimits;
}

/** Decides how the failing tests are run again: by the runner that ran them, else by the project's interpreter. */
export async function planRerun(request: RerunRequest): Promise<RerunPlan> {
  const { command, limits } = request;
  const argv = startOfPytest(command, request);
  if (argv === undefined) return { refused: `cannot be run again from here: ${command.blocked ?? command.runner}` };
  const located = request.nodeIds.map((nodeId) => asPytestId(nodeId, request));
  const excluded = excluder(limits.exclude);
  const nodeIds = located
    .filter((test) => test !== undefined)
    .filter((test) => !excluded(test.inRoot))
    .map((test) => test.nodeId);
  if (nodeIds.length === 0) return { refused: "every failing test is excluded from re-runs, or its file is not found" };
  const kept = command.runner === "pytest" ? command.kept : [];
  return { argv, args: withoutMarkers(kept, limits.excludeMarkers), nodeIds };
}

function excluder(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map(globMatcher);
  return (path) => matchers.some((matches) => matches(path));
}

function startOfPytest(command: TestCommand, request: RerunRequest): [string, ...string[]] | undefined {
  const own = ownRunner(command, request.start);
  if (own) return own;
  if (command.blocked === "remote" || command.blocked === "privileged") return undefined;
  const python = request.python();
  return python === undefined ? undefined : [python, "-m", "pytest"];
}

function ownRunner(command: TestCommand, start: string): [string, ...string[]] | undefined {
  if (command.blocked !== undefined || command.runner === "other") return undefined;
  const [program, ...words] = command.prefix;
  if (program === undefined) return undefined;
  const inVenv = command.venv !== undefined && /^(python[\d.]*|py\.?test)$/.test(program);
  const resolved = inVenv ? join(resolve(start, command.venv ?? ""), "bin", program) : program;
  if (command.runner === "pytest") return [resolved, ...words];
  const at = words.indexOf("-m");
  // `python -m unittest`, `python manage.py test`: the interpreter is the first word.
  return command.runner === "unittest" && at >= 0 ? [resolved, ...words.slice(0, at), "-m", "pytest"] : undefined;
}

/** A test that unittest named by dots becomes the node id that pytest would give it. */
function asPytestId(nodeId: string, { cwd, root }: RerunRequest): { nodeId: string; inRoot: string } | undefined {
  const here = realPath(cwd);
  if (here === undefined) return undefined;
  for (const candidate of [nodeId, ...fromDotted(nodeId)]) {
    const { path, names, parameters } = splitNodeId(candidate);
    for (const folder of [cwd, root]) {
      const found = realPath(resolve(folder, path));
      if (found === undefined) continue;
      const fromCwd = relative(here, found);
      return { nodeId: joinNodeId({ path: fromCwd || ".", names, parameters }), inRoot: relative(root, found) };
    }
  }
  return undefined;
}

function fromDotted(name: string): string[] {
  if (name.includes("::") || name.includes("/")) return [];
  const words = name.split(".");
  return words.map((_, at) => {
    const names = words.slice(words.length - at);
    return joinNodeId({ path: `${words.slice(0, words.length - at).join("/")}.py`, names, parameters: undefined });
  });
}

function withoutMarkers(kept: readonly string[], markers: readonly string[]): string[] {
  if (markers.length === 0) return [...kept];
  const at = kept.lastIndexOf("-m");
  const own = at >= 0 ? kept[at + 1] : undefined;
  const none = `not (${markers.join(" or ")})`;
  const rest = at >= 0 ? [...kept.slice(0, at), ...kept.slice(at + 2)] : [...kept];
  return [...rest, "-m", own === undefined ? none : `(${own}) and ${none}`];
}
