import type { TestCommand } from "./command.ts";
import { splitNodeId, unittestName } from "./node-id.ts";
import { quoteWord } from "./shell-words.ts";

const IGNORE = ["-W", "ignore"];
/** `-q` leaves out the header, too; `--no-header` would be an error before pytest 6.1. */
const COMPACT = ["-q", "--tb=short", ...IGNORE];
const DEFAULT_PYTEST = ["python", "-m", "pytest"];

/**
 * The shell line that runs just these tests again and prints little: the caller's own runner, folder, virtual
 * environment and assignments stay, options that only report go. Works with pytest 6.2 and newer.
 *
 * @param command what ran before
 * @param nodeIds pytest node ids, relative to the folder in which `command` ran; none to run its own targets again
 * @param fallback how to start pytest where the runner cannot be told which tests to run (make, tox without `--`)
 */
export function rerunCommand(command: TestCommand, nodeIds: string[], fallback: string[] = DEFAULT_PYTEST): string {
  const quote = (word: string) => (command.verbatim.includes(word) ? word : quoteWord(word));
  const env = Object.entries(command.env).map(([name, value]) => `${name}=${value === "" ? "" : quoteWord(value)}`);
  const words = wordsOf(command, nodeIds, fallback).map(quote);
  const steps = [
    ...(command.cwd ? [`cd ${quoteWord(command.cwd)}`] : []),
    ...(command.venv ? [`. ${quoteWord(venvFromFolder(command))}/bin/activate`] : []),
    [...env, ...words].join(" "),
  ];
  const line = steps.join(" && ");
  return command.outer.length > 0 ? [...command.outer.map(quote), quoteWord(line)].join(" ") : line;
}

function wordsOf(command: TestCommand, nodeIds: string[], fallback: string[]): string[] {
  const targets = nodeIds.length > 0 ? nodeIds.map(asArgument) : command.targets;
  if (command.runner === "pytest") return [...command.prefix, ...compact(command.kept), ...command.kept, ...targets];
  if (command.runner === "other") return [...fallback, ...COMPACT, ...nodeIds.map(asArgument)];
  if (nodeIds.length === 0) return [...command.prefix, ...command.kept, ...command.targets];
  const names = nodeIds.map(unittestName);
  if (command.kept[0] === "discover") {
    const short = nodeIds.map((nodeId) => splitNodeId(nodeId).names.join("."));
    return [...command.prefix, ...command.kept, ...short.flatMap((name) => ["-k", `*${name}`])];
  }
  if (names.some((name) => name === undefined)) return [...fallback, ...COMPACT, ...nodeIds.map(asArgument)];
  return [...command.prefix, ...command.kept, ...names.flatMap((name) => name ?? [])];
}

/** The options for little output, but for what the caller's own have already: `-W` is the only one of both kinds. */
function compact(kept: readonly string[]): string[] {
  const ignored = kept.some((word, at) => word === "ignore" && /^(?:-W|--pythonwarnings)$/.test(kept[at - 1] ?? ""));
  const quiet = ignored || kept.includes("--pythonwarnings=ignore");
  return quiet ? COMPACT.filter((word) => !IGNORE.includes(word)) : COMPACT;
}

/** An id that begins with a dash or an at sign would be read as an option or a file of arguments. */
function asArgument(nodeId: string): string {
  return /^[-@]/.test(nodeId) ? `./${nodeId}` : nodeId;
}

/** The activation is written behind `cd`, so a relative folder has to be seen from there. */
function venvFromFolder({ venv = "", cwd }: TestCommand): string {
  if (!cwd || venv.startsWith("/")) return venv;
  const up = cwd.startsWith("/") ? undefined : cwd.split("/").map((step) => (step === ".." ? undefined : ".."));
  if (venv.startsWith(`${cwd}/`)) return venv.slice(cwd.length + 1);
  return up?.every((step) => step !== undefined) ? [...up, venv].join("/") : venv;
}
