import { existsSync } from "node:fs";
import { join } from "node:path";

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
export function compactCommandHint(root: string): string {
  let runner = "python -m pytest";
  for (const [file, command] of RUNNERS) {
    if (existsSync(join(root, file))) {
      runner = command;
      break;
    }
  }
  return [
    "Faultline: for short test output in this repository run",
    `  ${runner} -q --tb=short -W ignore --color=no --maxfail=3`,
    "When a test fails, where its bad value was made is added to the result of the command, if it can be measured.",
  ].join("\n");
}
