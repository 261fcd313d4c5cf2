import { posix } from "node:path";
import { isPython, isRunnerName, known } from "./launcher.ts";
import type { Word } from "./shell.ts";

/** What runs the tests. `other` runs tests, but nothing is known of how it passes arguments on (make, tox without `--` …). */
export type Runner = "pytest" | "unittest" | "django" | "other";

/** A runner that was recognised: where its own arguments begin, and what is to stand in front of them. */
export interface Recognised {
  runner: Runner;
  prefix: Word[];
  args: Word[];
  indirect?: boolean;
}

/** The runner that a command starts; undefined where it runs no tests. */
export function recognise(words: Word[]): Recognised | undefined {
  const [program, ...args] = words;
  if (!program) return undefined;
  const name = posix.basename(program.text.replaceAll("\\", "/")).replace(/\.exe$/, "");
  if (isPython(name)) return recognisePython(program, args);
  if (isRunnerName(name)) return name === "unittest" ? undefined : { runner: "pytest", prefix: [program], args };
  if (name === "coverage") return recogniseCoverage(besides(program, "python"), args);
  if (name === "hatch" && args[0]?.text === "test") {
    return { runner: "pytest", prefix: [program, known("test")], args: args.slice(1), indirect: true };
  }
  if (name === "tox" || name === "nox") return recogniseTox(program, args);
  if (name === "django-admin" || name === "manage.py") return recogniseDjango([program], args);
  return isOtherRunner(name, args) ? { runner: "other", prefix: [program], args, indirect: true } : undefined;
}

const PYTHON_VALUES = new Set(["-X", "-W", "-Q", "--check-hash-based-pycs"]);

function recognisePython(python: Word, args: Word[]): Recognised | undefined {
  let at = 0;
  for (; at < args.length; at += 1) {
    const { text } = args[at] as Word;
    const module = /^-[a-zA-Z]*m(.*)$/s.exec(text);
    if (module && !text.startsWith("--") && !/^-[XWc]/.test(text)) {
      const named = module[1] ? known(module[1]) : args[at + 1];
      const options =
        text.length > 2 && !module[1] ? [...args.slice(0, at), known(text.slice(0, -1))] : args.slice(0, at);
      return named && recogniseModule([python, ...options], named, args.slice(at + (module[1] ? 1 : 2)));
    }
    if (text === "-c") {
      const runs = /\bpytest\.main\(|\bunittest\.main\(/.test(args[at + 1]?.text ?? "");
      return runs ? { runner: "other", prefix: [python], args: args.slice(at), indirect: true } : undefined;
    }
    if (PYTHON_VALUES.has(text)) at += 1;
    else if (!text.startsWith("-")) break;
  }
  const script = args[at];
  return script && recogniseScript([python, ...args.slice(0, at)], script, args.slice(at + 1));
}

function recogniseModule(python: Word[], named: Word, args: Word[]): Recognised | undefined {
  const prefix = [...python, known("-m"), named];
  if (named.text === "pytest" || named.text === "py.test") return { runner: "pytest", prefix, args };
  if (named.text === "unittest") return { runner: "unittest", prefix, args };
  if (named.text === "coverage") return recogniseCoverage(python, args);
  if (named.text === "django") return recogniseDjango(prefix, args);
  if (named.text === "tox" || named.text === "nox") return { runner: "other", prefix, args, indirect: true };
  if (/^(?:cProfile|profile|pdb|trace|kernprof|viztracer|memray|debugpy)$/.test(named.text)) {
    const at = args.findIndex((word) => word.text === "-m" || word.text === "--module");
    const inner = at < 0 ? undefined : args[at + 1];
    return inner && recogniseModule(python, inner, args.slice(at + 2));
  }
  return /^(?:nose2?|twisted\.trial|xdoctest|green|stestr|ward)$|(?:^|\.)tests?$/.test(named.text)
    ? { runner: "other", prefix, args, indirect: true }
    : undefined;
}

function recogniseScript(python: Word[], script: Word, args: Word[]): Recognised | undefined {
  const name = posix.basename(script.text);
  if (name === "manage.py") return recogniseDjango([...python, script], args);
  if (isRunnerName(name)) return { runner: "pytest", prefix: [...python, script], args };
  if (name === "setup.py" && args[0]?.text === "test")
    return { runner: "other", prefix: [...python, script], args, indirect: true };
  return isTestScript(name) ? { runner: "other", prefix: [...python, script], args, indirect: true } : undefined;
}

/** `coverage run -m pytest`: coverage itself is left out, so that a re-run writes no data file. */
function recogniseCoverage(python: Word[], args: Word[]): Recognised | undefined {
  if (args[0]?.text !== "run") return undefined;
  let at = 1;
  for (; at < args.length; at += 1) {
    const { text } = args[at] as Word;
    if (text === "-m" || text === "--module") {
      const named = args[at + 1];
      return named && recogniseModule(python, named, args.slice(at + 2));
    }
    if (/^--(?:rcfile|source|omit|include|context|concurrency|data-file|source-pkgs)$/.test(text)) at += 1;
    else if (!text.startsWith("-")) break;
  }
  const script = args[at];
  return script && recogniseScript(python, script, args.slice(at + 1));
}

function recogniseDjango(prefix: Word[], args: Word[]): Recognised | undefined {
  const [command, ...rest] = args;
  return command?.text === "test" ? { runner: "django", prefix: [...prefix, command], args: rest } : undefined;
}

function recogniseTox(program: Word, args: Word[]): Recognised {
  const at = args.findIndex((word) => word.text === "--");
  const pytest = at >= 0;
  return pytest
    ? { runner: "pytest", prefix: [program, ...args.slice(0, at + 1)], args: args.slice(at + 1), indirect: true }
    : { runner: "other", prefix: [program], args, indirect: true };
}

const TEST_TARGET = /^(?:run[-:]?)?(?:unit[-_:]?|py)?(?:tests?|check|pytest)(?:$|[-_:/])/;

function isOtherRunner(name: string, args: Word[]): boolean {
  if (/^(?:make|gmake|just|task|invoke|inv|rake|doit|poe|bazel|pants)$/.test(name)) {
    return args.some((word) => TEST_TARGET.test(word.text));
  }
  if (/^(?:pdm|poetry|pipenv|rye|uv|hatch|pixi|npm)$/.test(name)) {
    const [command, script] = args.filter((word) => !word.text.startsWith("-"));
    return TEST_TARGET.test((command?.text === "run" ? script : command)?.text ?? "");
  }
  return /^(?:nosetests|nose2|trial|green|stestr|ward|ptw|pytest-watch)$/.test(name) || isTestScript(name);
}

function isTestScript(name: string): boolean {
  return (
    /^(?:run[-_]?)?(?:unit)?tests?(?:_\w+)?\.(?:sh|py|bash)$|^test(?:\.sh)?$|^runtests$|_test\.py$/i.test(name) &&
    name !== "test"
  );
}

/** The program of another name in the same folder. */
function besides(program: Word, name: string): Word[] {
  const folder = posix.dirname(program.text);
  return [program.known && folder !== "." ? known(`${folder}/${name}`) : known(name)];
}
