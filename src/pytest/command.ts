import { type Launch, unwrap } from "./launcher.ts";
import { sortArguments } from "./options.ts";
import { type Recognised, type Runner, recognise } from "./runner.ts";
import { readCommands, type SimpleCommand, type Word } from "./shell.ts";

/**
 * Why a tool must not run the command again by itself:
 * `remote` (a container, another machine), `privileged` (sudo), `indirect` (the runner hands pytest arguments on
 * as its own configuration says: tox, nox, hatch, make), `expansion` (only a shell can compute some words).
 */
type Blocker = "remote" | "privileged" | "indirect" | "expansion";

/** A command that runs tests. */
export interface TestCommand {
  runner: Runner;
  /** Program and words up to where the runner's own arguments begin; wrappers that only limit or measure left out. */
  prefix: string[];
  /** Assigned in front of it or exported before it in the same line. */
  env: Record<string, string>;
  /** Folder it ran in as the line says it: relative to where the line started, or absolute; "" for the same; undefined when unknown. */
  cwd: string | undefined;
  /** Folder of a virtual environment that the line activated first, relative like `cwd`. */
  venv: string | undefined;
  /** Options that decide what runs or how it is configured, in order. */
  kept: string[];
  /** Options that only report, stop early, spread over processes or write files. */
  dropped: string[];
  /** Files, folders, node ids; dotted names for unittest and django. */
  targets: string[];
  /** A re-run under our own control must not happen, and why. */
  blocked: Blocker | undefined;
  /** Words of `prefix`, `kept`, `targets` and `outer` that a shell must expand: never to be quoted. */
  verbatim: string[];
  /** Words of a program that takes the whole command as one argument, such as `docker exec app sh -c`. */
  outer: string[];
}

/**
 * Finds the test run in a shell line.
 *
 * @param commandLine what was given to the shell, of any length and number of lines
 * @param variables values of variables that are set where the line runs, such as HOME
 * @returns the last command of the line that runs tests, pytest before anything else; undefined where there is none
 */
export function parseTestCommand(
  commandLine: string,
  variables: Record<string, string | undefined> = {},
): TestCommand | undefined {
  const found = parseTestCommands(commandLine, variables);
  return found.findLast((command) => command.runner === "pytest") ?? found.at(-1);
}

/** Every command of a shell line that runs tests, in the order of the line. */
export function parseTestCommands(
  commandLine: string,
  variables: Record<string, string | undefined> = {},
): TestCommand[] {
  return readCommands(commandLine, variables).flatMap((command) => toTestCommand(command) ?? []);
}

function toTestCommand(command: SimpleCommand): TestCommand | undefined {
  const launch = unwrap(command.words);
  const recognised = recognise(launch.words);
  if (!recognised) return undefined;
  const sorted =
    recognised.runner === "pytest" ? sortArguments(recognised.args) : sortPlain(recognised.runner, recognised.args);
  if (sorted.listing) return undefined;
  const prefix = [...launch.before, ...recognised.prefix];
  const all = [...command.outer, ...prefix, ...sorted.kept, ...sorted.targets];
  return {
    runner: recognised.runner,
    prefix: texts(prefix),
    env: { ...command.env, ...launch.env },
    cwd: command.cwd,
    venv: command.venv,
    kept: texts(sorted.kept),
    dropped: texts(sorted.dropped),
    targets: texts(sorted.targets),
    blocked: blocker(command, launch, recognised, [...prefix, ...sorted.kept]),
    verbatim: texts(all.filter((word) => !word.known)),
    outer: texts(command.outer),
  };
}

function blocker(command: SimpleCommand, launch: Launch, recognised: Recognised, words: Word[]): Blocker | undefined {
  if (launch.remote || command.outer.length > 0) return "remote";
  if (launch.privileged) return "privileged";
  if (recognised.indirect) return "indirect";
  return command.cwd === undefined || words.some((word) => !word.known) ? "expansion" : undefined;
}

const PLAIN_VALUES = new Set(
  "-k -s -p -t --settings --pythonpath --testrunner --tag --exclude-tag --parallel --start-directory --pattern --top-level-directory".split(
    " ",
  ),
);
const PLAIN_DROPPED =
  /^(?:-[vqfbc]+|--(?:verbose|quiet|failfast|buffer|catch|locals|traceback|force-color|no-color|timing|debug-mode|noinput|no-input)|-v=?\d|--verbosity(?:=.*)?)$/;

/** The arguments of `python -m unittest` and `manage.py test`. */
function sortPlain(runner: Runner, words: Word[]) {
  const sorted = { kept: [] as Word[], dropped: [] as Word[], targets: [] as Word[], listing: false };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (runner === "unittest" && (word.text === "-h" || word.text === "--help")) sorted.listing = true;
    if (runner === "other") sorted.kept.push(word);
    else if (PLAIN_DROPPED.test(word.text)) sorted.dropped.push(word);
    else if (PLAIN_VALUES.has(word.text)) sorted.kept.push(word, ...words.slice(at + 1, ++at + 1));
    else if (word.text.startsWith("-") || (at === 0 && word.text === "discover")) sorted.kept.push(word);
    else sorted.targets.push(word);
  }
  return sorted;
}

function texts(words: Word[]): string[] {
  return words.map((word) => word.text);
}
