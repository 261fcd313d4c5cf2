import { existsSync } from "node:fs";
import { join } from "node:path";
import { isExecutable, onPath } from "../kernel/executable.ts";

const ABOUT_TESTS = /\b(pytest|unit ?tests?|tests?|test suite|test cases?)\b/i;
const ABOUT_FAILURE =
  /\b(fail(s|ed|ing|ures?)?|broken?|breaks?|fix(es|ed)?|debug|red|errors?|crash(es|ed)?|traceback|pass|green)\b/i;

/** Whether a prompt is a person's request about failing tests, not a notification of the client's. */
export function isAboutFailingTests(prompt: string): boolean {
  if (prompt.trimStart().startsWith("<")) return false;
  return ABOUT_TESTS.test(prompt) && ABOUT_FAILURE.test(prompt);
}

/** Files that tell how a project starts its tools; the first one found decides. */
const RUNNERS: readonly [file: string, command: string][] = [
  ["uv.lock", "uv run pytest"],
  ["poetry.lock", "poetry run pytest"],
  ["pdm.lock", "pdm run pytest"],
  ["Pipfile.lock", "pipenv run pytest"],
  [".venv/bin/python", ".venv/bin/python -m pytest"],
  ["venv/bin/python", "venv/bin/python -m pytest"],
];

/** The suggestion for a repository: how to run its tests with little output. */
export function compactCommandHint(root: string, env: NodeJS.ProcessEnv): string {
  const [, runner] =
    RUNNERS.find(([file, command]) => existsSync(join(root, file)) && isThere(command, root, env)) ?? [];
  return [
    "Faultline: for short test output in this repository run",
    `  ${runner ?? "python -m pytest"} -q --tb=short -W ignore --color=no --maxfail=3`,
    "When a test fails, where its bad value was made is added to the result of the command, if it can be measured.",
  ].join("\n");
}

/** A lock file may have been left behind by a tool that nobody here has. */
function isThere(command: string, root: string, env: NodeJS.ProcessEnv): boolean {
  const [program = ""] = command.split(" ");
  return program.includes("/") ? isExecutable(join(root, program)) : onPath(program, env) !== undefined;
}
