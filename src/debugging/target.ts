import { type Stats, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { isInside } from "../kernel/files.ts";
import { redact } from "../kernel/redact.ts";
import { realPath } from "../kernel/repo.ts";
import { allowedOptions } from "../pytest/allowed.ts";
import { joinNodeId, type NodeIdParts, splitNodeId } from "../pytest/node-id.ts";
import type { Engine } from "./engine.ts";
import { testsInFile } from "./tests-in-file.ts";

/** One test of the checkout, and how pytest is started for it. */
export interface Target {
  /** Relative to the checkout, `/` between folders; as pytest takes it when it is started in `cwd`. */
  nodeId: string;
  /** The file of the test: as in `nodeId`, and absolute. */
  path: string;
  file: string;
  /** Program and words up to pytest's own arguments. */
  argv: [string, ...string[]];
  /** Options of the caller, each from the allow-list. */
  args: string[];
  /** Where pytest is started: the checkout. */
  cwd: string;
}

const LONGEST = 4096;
/** Python, and the text files that doctest reads. */
const TEST_FILE = /\.(?:py|txt|rst|md)$/;
/** Options whose value is a file or folder that decides what code pytest loads. */
const PATH_OPTIONS = new Set("-c --config-file --rootdir --confcutdir".split(" "));

/**
 * Finds the test that a node id names.
 *
 * @throws FaultlineError "bad-request", one line, where it names no single test of a file below the checkout
 */
export function target(engine: Engine, nodeId: string): Target {
  const parts = readNodeId(nodeId);
  const file = fileInCheckout(engine.repo, parts.path, nodeId);
  const path = relative(engine.repo, file).split(sep).join("/");
  // pytest takes the one for options, the other for a file of arguments.
  if (/^[-@]/.test(path)) throw refuse(nodeId, "a file with such a name cannot be given to pytest");
  if (parts.names.length === 0) throw wholeFile(nodeId, file, path);
  return {
    nodeId: joinNodeId({ ...parts, path }),
    path,
    file,
    argv: [engine.python, "-m", "pytest"],
    args: optionsOf(engine),
    cwd: engine.repo,
  };
}

/** The same for another test of the checkout, whose node id pytest itself has told. */
export function sibling(of: Target, nodeId: string): Target {
  const { path } = splitNodeId(nodeId);
  return { ...of, nodeId, path, file: resolve(of.cwd, path) };
}

function readNodeId(nodeId: string): NodeIdParts {
  if (nodeId.trim() === "") throw new FaultlineError("bad-request", "the node id is empty", { hint: HINT });
  if (nodeId.length > LONGEST) throw refuse(nodeId, `longer than ${LONGEST} characters`);
  if (nodeId.includes("\0")) throw refuse(nodeId, "a null character");
  if (nodeId.startsWith("-")) throw refuse(nodeId, "an option, not a node id");
  const parts = splitNodeId(nodeId);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x01-\x1f\x7f]/.test(`${parts.path}${parts.names.join("")}`)) throw refuse(nodeId, "a control character");
  if (parts.path === "" || parts.names.some((name) => name === "")) throw refuse(nodeId, "a part of it is empty");
  return parts;
}

const HINT = "such as tests/test_shop.py::test_total";

function fileInCheckout(repo: string, path: string, nodeId: string): string {
  const file = resolve(repo, path);
  const real = realPath(file);
  if (real === undefined) throw missing(repo, file, path, nodeId);
  if (!isInside(repo, real)) throw refuse(nodeId, "outside of the checkout");
  const stats = statSync(real);
  if (stats.isDirectory()) throw refuse(nodeId, "a folder; name one test", HINT);
  if (!stats.isFile() || !TEST_FILE.test(file)) throw refuse(nodeId, kindOf(stats));
  // Without symlinks, since a rootdir that pytest finds may lie behind one: node ids would then not agree.
  return real;
}

function missing(repo: string, file: string, path: string, nodeId: string): FaultlineError {
  if (!isInside(repo, file) && !isAbsolute(path)) return refuse(nodeId, "outside of the checkout");
  const dotted = /^[\w.]+$/.test(nodeId) && nodeId.includes(".") && !TEST_FILE.test(path);
  return refuse(nodeId, dotted ? "a dotted name; pytest's form is wanted" : "no such file", dotted ? HINT : undefined);
}

function kindOf(stats: Stats): string {
  return stats.isFile() ? "neither Python nor a text file with doctests" : "no regular file";
}

function wholeFile(nodeId: string, file: string, path: string): FaultlineError {
  const [first] = testsInFile(file);
  return refuse(nodeId, "a whole file; name one test", first ? `such as ${path}::${first}` : HINT);
}

function optionsOf({ repo, pytestArgs }: Engine): string[] {
  const options = allowedOptions(pytestArgs);
  if ("refused" in options) throw new FaultlineError("bad-request", options.refused);
  for (const { name, value } of options) {
    if (!PATH_OPTIONS.has(name) || value === undefined) continue;
    const path = realPath(resolve(repo, value));
    if (path === undefined || !isInside(repo, path)) {
      throw new FaultlineError("bad-request", `the pytest option ${name} names nothing in the checkout`);
    }
  }
  return [...pytestArgs];
}

function refuse(given: string, why: string, hint?: string): FaultlineError {
  const nodeId = redact(given);
  const shown = JSON.stringify(nodeId.length > 200 ? `${nodeId.slice(0, 200)}…` : nodeId);
  return new FaultlineError("bad-request", `${shown}: ${why}`, hint === undefined ? {} : { hint });
}
