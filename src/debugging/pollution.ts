import { resolve } from "node:path";
import { isTestPath } from "../kernel/repo.ts";
import { definitionsIn } from "../localization/definitions.ts";
import { type CoverageRun, runCoverage } from "../probe/coverage-run.ts";
import { splitNodeId } from "../pytest/node-id.ts";
import { commonRequest } from "./common-request.ts";
import type { Call, Engine } from "./engine.ts";
import type { Shown } from "./excerpts.ts";
import { shownPath } from "./failure-facts.ts";
import { projectText } from "./project-files.ts";
import { sourceLines } from "./source-lines.ts";
import type { Target } from "./target.ts";

/** Something that a polluting test did and the failing one did not. */
export interface Doing {
  polluter: string;
  /** The statement outside of tests that it executed; `path` is absolute. */
  path: string;
  line: number;
  function: string;
  source: string;
  /** The line of the polluting test that led to it. */
  from: { path: string; line: number } | undefined;
}

/** More polluters or statements than these say little about each of them. */
const MOST = { polluters: 3, doings: 3, bytes: 2_000_000 };
const REACH = { doing: { before: 4, after: 2 }, from: { before: 8, after: 4 }, test: { before: 0, after: 14 } };

/** Statements that may leave something behind: of attributes, items and globals, and calls that change a container. */
const LEAVES_BEHIND =
  /^(?:global|del)\b|^[^=()]*[\w\])](?:\.\w+|\[[^\]]*\])\s*(?:[-+*/|&]|\/\/|\*\*)?=(?!=)|\.(?:update|append|appendleft|add|clear|pop|popitem|setdefault|insert|extend|remove|discard|register|set\w*|put\w*)\(/;

/** It outweighs everything else. */
const LEAVES = 2;

/**
 * What polluting tests executed outside of tests, and the test that fails after them did not: statements that leave
 * something behind, or where there are none, others; those first that are in files which the failing test executes.
 *
 * @param polluters node ids and paths of files, in order, as the search for them gives them
 * @param deadline milliseconds for one run of them
 * @throws the reason of `call.signal`, once that is given
 */
export async function doingsOf(
  engine: Engine,
  target: Target,
  call: Call,
  { polluters, deadline }: { polluters: readonly string[]; deadline: number },
): Promise<Doing[]> {
  const tests = polluters.filter((name) => name.includes("::"));
  if (tests.length !== polluters.length || tests.length > MOST.polluters) return [];
  const run = await runCoverage({
    ...commonRequest(engine, target, call, deadline),
    args: target.args,
    nodeIds: [...tests, target.nodeId],
    targets: [...tests, target.nodeId],
    workers: 1,
    steps: true,
  });
  call.signal?.throwIfAborted();
  return told(run, engine.repo, tests);
}

function told({ spectrum: { statements }, steps }: CoverageRun, repo: string, tests: readonly string[]): Doing[] {
  const source = sourceLines(repo);
  const shared = new Set(statements.filter(({ failing }) => failing > 0).map(({ path }) => path));
  const found: (Doing & { weight: number })[] = [];
  for (const [index, { path, line, function: name, failing, passing }] of statements.entries()) {
    if (failing > 0 || passing === 0 || isTestPath(repo, path)) continue;
    for (const polluter of tests) {
      const from = steps.get(polluter)?.find((step) => step.statements.includes(index));
      if (!from) continue;
      const text = source(path, line);
      const weight = (LEAVES_BEHIND.test(text) ? LEAVES : 0) + (shared.has(path) ? 1 : 0);
      found.push({ polluter, path, line, function: name, source: text, from, weight });
      break;
    }
  }
  const writing = found.filter(({ weight }) => weight >= LEAVES);
  const telling = (writing.length > 0 ? writing : found).sort((one, other) => other.weight - one.weight);
  return telling.slice(0, MOST.doings).map(({ weight: _, ...doing }) => doing);
}

/** One clause on each thing that the polluters did. */
export function tellDoings(doings: readonly Doing[], repo: string): string[] {
  return doings.map(({ polluter, path, line, function: name, source }) => {
    const inside = name === "" ? "" : ` in ${name}`;
    return `only ${polluter} executes ${shownPath(repo, path)}:${line}${inside}: ${source}`;
  });
}

/** What of the polluters is worth reading: what they did and whence, else the tests themselves. */
export function shownDoings(doings: readonly Doing[], polluters: readonly string[], target: Target): Shown[] {
  const known = doings.flatMap(({ path, line, from }) => [
    { path, line, ...REACH.doing },
    ...(from ? [{ ...from, ...REACH.from }] : []),
  ]);
  if (known.length > 0) return known;
  return polluters.slice(0, MOST.polluters).flatMap((polluter) => {
    const { path: relative, names } = splitNodeId(polluter);
    const path = resolve(target.cwd, relative);
    const [owner = "", name] = names.length > 1 ? names.slice(-2) : ["", names[0]];
    const text = name === undefined ? undefined : projectText(target.cwd, path, MOST.bytes);
    const definition = definitionsIn(text ?? "").find((each) => each.name === name && each.owner === owner);
    return definition ? [{ path, line: definition.line, ...REACH.test }] : [];
  });
}
