import { isAbsolute, join, resolve } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { isExecutable, onPath } from "../kernel/executable.ts";
import { type ProcessResult, run } from "../kernel/process.ts";
import { readTextIfThere } from "../kernel/user-files.ts";

/** An interpreter that can run the project's tests. */
export interface Interpreter {
  /** Absolute. */
  path: string;
  python: string;
  pytest: string;
  /** How it was found, such as ".venv". */
  found: string;
}

/** An interpreter that was looked at and does not serve. */
export interface Rejected {
  path: string;
  found: string;
  why: string;
}

export interface PythonSearch {
  interpreter: Interpreter | undefined;
  rejected: Rejected[];
}

interface Candidate {
  path: string;
  found: string;
}

/** Milliseconds for a question to an interpreter or to a tool; a cold start from a slow disk takes seconds. */
const DEADLINE = 20_000;

/** Characters of what an interpreter says that are told. */
const LONGEST = 200;

// The current folder is taken off the path first: a pytest.py of the project is not pytest.
const QUESTION = `
import sys
sys.path[:] = [entry for entry in sys.path if entry]
import json
answer = {"path": sys.executable, "python": ".".join(map(str, sys.version_info[:3]))}
try:
    import pytest
    answer["pytest"] = pytest.__version__
except Exception as error:
    answer["why"] = type(error).__name__ + ": " + str(error)
sys.stdout.write("\\n" + json.dumps(answer))
`;

/**
 * Finds the interpreter of a project: the first of its usual places that can import pytest. Asks the project's tools
 * where their environments are; none of them is let near the network.
 */
export async function findPython(repo: string, env: NodeJS.ProcessEnv): Promise<PythonSearch> {
  const rejected: Rejected[] = [];
  const seen = new Set<string>();
  for await (const candidate of candidates(repo, env)) {
    if (seen.has(candidate.path) || !isExecutable(candidate.path)) continue;
    seen.add(candidate.path);
    const asked = await askPython(candidate, repo, env);
    if ("pytest" in asked) return { interpreter: asked, rejected };
    rejected.push(asked);
  }
  return { interpreter: undefined, rejected };
}

/**
 * The interpreter that the user named.
 *
 * @throws FaultlineError `bad-request` when it is not there or cannot import pytest
 */
export async function namedPython(path: string, repo: string, env: NodeJS.ProcessEnv): Promise<Interpreter> {
  const program = /[\\/]/.test(path) ? resolve(path) : onPath(path, env);
  if (!program || !isExecutable(program)) {
    throw new FaultlineError("bad-request", `--python ${path}: no such program`);
  }
  const asked = await askPython({ path: program, found: "--python" }, repo, env);
  if ("pytest" in asked) return asked;
  throw new FaultlineError("bad-request", `--python ${path}: cannot import pytest (${asked.why})`, {
    hint: "name the interpreter of the project's environment, or install pytest there",
  });
}

/** Asks an interpreter for its version and pytest's. */
export async function askPython(
  candidate: Candidate,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Interpreter | Rejected> {
  const asked = await run({
    argv: [candidate.path, "-B", "-c", QUESTION],
    cwd,
    env: forTools(env),
    deadline: DEADLINE,
  });
  try {
    const answer = JSON.parse(asked.stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, string | undefined>;
    const { python = "?", pytest, why = "no answer" } = answer;
    // What was found by a name on PATH may be a shim that means another interpreter in another folder.
    const path = candidate.found.endsWith("PATH") && answer["path"] ? answer["path"] : candidate.path;
    return pytest === undefined ? { ...candidate, why } : { path, python, pytest, found: candidate.found };
  } catch {
    return { ...candidate, why: whyNoAnswer(asked) };
  }
}

/** One short line. */
function whyNoAnswer({ ended, reason, stderr }: ProcessResult): string {
  if (reason !== undefined) return reason;
  if (ended === "deadline") return `it did not answer within ${DEADLINE / 1000} s`;
  const last = stderr.trim().split("\n").at(-1) ?? "";
  // Another program may take the question for the name of a file, and repeat it.
  const told = last.length <= LONGEST && !stderr.includes("import sys") ? last : "";
  return told === "" ? "it does not answer as Python does" : told;
}

/** The places of the specification, in its order; a tool is only asked where the project uses it. */
async function* candidates(repo: string, env: NodeJS.ProcessEnv): AsyncGenerator<Candidate> {
  yield* inFolder(join(repo, ".venv"), ".venv");
  yield* inFolder(join(repo, "venv"), "venv");
  yield* inFolder(env["VIRTUAL_ENV"], "$VIRTUAL_ENV");
  yield* inFolder(env["UV_PROJECT_ENVIRONMENT"] && resolve(repo, env["UV_PROJECT_ENVIRONMENT"]), "uv");
  const project = (await readTextIfThere(join(repo, "pyproject.toml"))) ?? "";
  const has = async (file: string) => (await readTextIfThere(join(repo, file))) !== undefined;
  if (/^\[tool\.poetry[\].]/m.test(project) || (await has("poetry.lock"))) {
    yield* await answerOf(["poetry", "--no-interaction", "env", "info", "--executable"], "poetry", repo, env);
  }
  const pdm = await readTextIfThere(join(repo, ".pdm-python"));
  if (pdm?.trim()) yield { path: pdm.trim(), found: "pdm" };
  else if (/^\[tool\.pdm[\].]/m.test(project) || (await has("pdm.lock"))) {
    yield* await answerOf(["pdm", "info", "--python"], "pdm", repo, env);
  }
  if (await has("Pipfile")) yield* await answerOf(["pipenv", "--py"], "pipenv", repo, env);
  yield* inFolder(env["CONDA_PREFIX"], "$CONDA_PREFIX");
  for (const name of ["python3", "python"]) {
    const path = onPath(name, env);
    if (path) yield { path, found: `${name} on PATH` };
  }
}

function* inFolder(folder: string | undefined, found: string): Generator<Candidate> {
  if (!folder) return;
  yield { path: join(folder, "bin", "python"), found };
  yield { path: join(folder, "Scripts", "python.exe"), found };
}

/** The path that a tool prints; nothing where the tool is not there or does not know. */
async function answerOf(
  argv: [string, ...string[]],
  found: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Candidate[]> {
  const program = onPath(argv[0], env);
  if (!program) return [];
  const asked = await run({ argv: [program, ...argv.slice(1)], cwd, env: forTools(env), deadline: DEADLINE });
  const path = asked.stdout.trim().split("\n").at(-1)?.trim() ?? "";
  return asked.exitCode === 0 && isAbsolute(path) ? [{ path, found }] : [];
}

const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|USERPROFILE|PYTHON\w*|VIRTUAL_ENV|WORKON_HOME|XDG_\w+|LD_LIBRARY_PATH|DYLD_\w+|(?:PYENV|POETRY|PDM|PIPENV|UV|CONDA|ASDF|MISE)_\w+)$/i;
const SECRET = /TOKEN|PASSWORD|PASSWD|SECRET|CREDENTIAL|KEY|AUTH/i;

/** What an interpreter or a tool needs to find itself; no keys, and an order to stay off the network. */
export function forTools(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => PASSED_ON.test(name) && !SECRET.test(name));
  return {
    ...Object.fromEntries(kept),
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONIOENCODING: "utf-8",
    UV_OFFLINE: "1",
    PIPENV_VERBOSITY: "-1",
    PDM_CHECK_UPDATE: "0",
  };
}
