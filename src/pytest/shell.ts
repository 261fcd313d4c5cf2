import { posix } from "node:path";
import { type Token, tokenize, type WordToken } from "./shell-words.ts";

/** A word after the expansions that can be made without a shell. */
export interface Word {
  /** The value; as typed where it is not known. */
  text: string;
  raw: string;
  /** False where a shell would have to compute a part of it. */
  known: boolean;
}

/** One command of a line, with the state of the shell in which it would start. */
export interface SimpleCommand {
  words: Word[];
  /** Exported before it or assigned in front of it, in that order. */
  env: Record<string, string>;
  /** Where `cd` led, relative to the start or absolute; undefined when it led to a place only a shell knows. */
  cwd: string | undefined;
  /** The folder of the virtual environment that was activated before it. */
  venv: string | undefined;
  /** Words of an outer program that runs this command's line elsewhere, such as `docker exec app sh -c`. */
  outer: Word[];
}

interface ShellState {
  env: Record<string, string>;
  variables: Record<string, string | undefined>;
  cwd: string | undefined;
  venv: string | undefined;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?)=/;
const SKIPPED_WORDS = new Set([
  "{",
  "}",
  "!",
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "while",
  "until",
  "do",
  "done",
  "esac",
]);
const MAX_DEPTH = 4;
const LONGEST_PATH = 4096;
/** Words in front of the shell that a container is to run. */
const MOST_OPTIONS = 60;

/**
 * The commands of a shell line in the order in which they stand, those inside `bash -c '…'` too.
 *
 * @param line what was given to the shell
 * @param variables values of the variables that are set where the line runs
 * @returns an empty list where the line cannot be read
 */
export function readCommands(line: string, variables: Record<string, string | undefined> = {}): SimpleCommand[] {
  const state: ShellState = { env: {}, variables: { ...variables }, cwd: "", venv: undefined };
  return walk(line, state, [], 0);
}

function walk(line: string, start: ShellState, outer: Word[], depth: number): SimpleCommand[] {
  const tokens = depth > MAX_DEPTH ? undefined : tokenize(line);
  if (!tokens) return [];
  const commands: SimpleCommand[] = [];
  const saved: ShellState[] = [];
  let state = start;
  let words: WordToken[] = [];
  const finish = () => {
    commands.push(...runOne(words, state, outer, depth));
    words = [];
  };
  for (const token of [...tokens, { kind: "operator", text: ";" } as Token]) {
    if (token.kind === "word") {
      words.push(token);
      continue;
    }
    finish();
    if (token.text === "(") {
      saved.push(state);
      state = { ...state, env: { ...state.env }, variables: { ...state.variables } };
    } else if (token.text === ")") {
      state = saved.pop() ?? state;
    }
  }
  return commands;
}

/** Takes one simple command: changes the state as a shell would, and gives back what it runs. */
function runOne(tokens: WordToken[], state: ShellState, outer: Word[], depth: number): SimpleCommand[] {
  let rest = tokens;
  while (rest[0] && SKIPPED_WORDS.has(rest[0].raw)) rest = rest.slice(1);
  const own: Record<string, string> = {};
  while (rest[0]) {
    const assigned = assignment(rest[0], state);
    if (!assigned) break;
    own[assigned[0]] = assigned[1];
    rest = rest.slice(1);
  }
  const words = rest.map((token) => expand(token, state));
  const [program, ...args] = words;
  if (!program) {
    Object.assign(state.variables, own);
    for (const name of Object.keys(own)) if (name in state.env) state.env[name] = own[name] ?? "";
    return [];
  }
  if (builtin(program.text, rest.slice(1), args, state)) return [];
  const here: ShellState = { ...state, env: { ...state.env, ...own } };
  const script = shellScript(words);
  if (script) {
    const inner = words.slice(0, script.at);
    return walk(
      script.line,
      { ...here, variables: { ...here.variables } },
      outer.length ? [...outer, ...inner] : outer,
      depth + 1,
    );
  }
  const remote = remoteScript(words);
  if (remote) {
    const elsewhere: ShellState = { env: {}, variables: {}, cwd: "", venv: undefined };
    return walk(remote.line, elsewhere, [...outer, ...words.slice(0, remote.at)], depth + 1);
  }
  return [{ words, env: here.env, cwd: here.cwd, venv: here.venv, outer }];
}

function assignment(token: WordToken, state: ShellState): [string, string] | undefined {
  const match = ASSIGNMENT.exec(token.raw);
  if (!match) return undefined;
  const { text, known } = expand(token, state);
  const value = text.slice(match[0].length);
  const before = match[2] ? (state.variables[match[1] ?? ""] ?? "") : "";
  return [match[1] ?? "", known ? before + value : token.raw.slice(match[0].length)];
}

function expand(token: WordToken, state: ShellState): Word {
  let text = "";
  for (const part of token.parts) {
    const value = typeof part === "string" ? part : "variable" in part ? state.variables[part.variable] : undefined;
    if (value === undefined) return { text: token.raw, raw: token.raw, known: false };
    text += value;
  }
  return { text, raw: token.raw, known: true };
}

/** Whether the command only changes the shell that runs it. */
function builtin(name: string, tokens: WordToken[], args: Word[], state: ShellState): boolean {
  if (name === "cd" || name === "pushd") {
    state.cwd = changeFolder(state, args);
  } else if (name === "export" || name === "declare" || name === "typeset") {
    for (const token of tokens) {
      const assigned = assignment(token, state);
      const known = state.variables[token.raw];
      if (assigned) state.env[assigned[0]] = state.variables[assigned[0]] = assigned[1];
      else if (known !== undefined) state.env[token.raw] = known;
    }
  } else if (name === "unset") {
    for (const { text } of args) {
      delete state.env[text];
      state.variables[text] = undefined;
    }
  } else if (name === "source" || name === ".") {
    const script = args[0]?.known ? /^(.*?)\/(?:bin|Scripts)\/activate(?:\.\w+)?$/.exec(args[0].text) : null;
    if (script?.[1]) state.venv = state.cwd === undefined ? script[1] : posix.join(state.cwd, script[1]);
    if (script?.[1]?.startsWith("/")) state.venv = script[1];
  } else {
    return name === "for" || name === "case" || name === "function";
  }
  return true;
}

function changeFolder(state: ShellState, args: Word[]): string | undefined {
  const target = args.find((word) => !/^-[LPe@]+$|^--$/.test(word.text)) ?? homeWord(state);
  if (!target?.known || target.text === "-") return undefined;
  if (target.text.startsWith("/")) return posix.normalize(target.text);
  if (state.cwd === undefined || state.cwd.length > LONGEST_PATH) return undefined;
  return posix.join(state.cwd, target.text);
}

function homeWord(state: ShellState): Word | undefined {
  const home = state.variables["HOME"];
  return home === undefined ? undefined : { text: home, raw: "~", known: true };
}

/** The line that `sh -c LINE` or `eval LINE` runs, and the index of that word. */
function shellScript(words: Word[]): { line: string; at: number } | undefined {
  const name = posix.basename(words[0]?.text ?? "");
  if (name === "eval")
    return {
      line: words
        .slice(1)
        .map((word) => word.text)
        .join(" "),
      at: 1,
    };
  if (!/^(?:ba|da|z|k|a)?sh$/.test(name)) return undefined;
  const at = words.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word.text)) + 1;
  const line = at > 0 ? words[at] : undefined;
  return line?.known ? { line: line.text, at } : undefined;
}

/** The same behind a program that runs it on another machine or in a container. */
function remoteScript(words: Word[]): { line: string; at: number } | undefined {
  if (!isRemote(words[0]?.text ?? "")) return undefined;
  for (let index = 1; index < Math.min(words.length, MOST_OPTIONS); index += 1) {
    const script = shellScript(words.slice(index));
    if (script) return { line: script.line, at: index + script.at };
  }
  const last = words.at(-1);
  const isLine = last?.known && /\s/.test(last.text) && /\bpytest\b|\bpy\.test\b|\bunittest\b/.test(last.text);
  return isLine ? { line: last.text, at: words.length - 1 } : undefined;
}

/** Programs that run their command where this machine's files and processes cannot be relied on. */
export function isRemote(program: string): boolean {
  return /^(?:docker|docker-compose|podman|podman-compose|nerdctl|kubectl|oc|ssh|vagrant|lxc|wsl|wsl\.exe|singularity|apptainer|srun|modal)$/.test(
    posix.basename(program),
  );
}
