import { relative } from "node:path";
import { isInside } from "../kernel/files.ts";
import { rerunCommand } from "../pytest/rerun.ts";
import type { Engine } from "./engine.ts";
import type { Target } from "./target.ts";

/**
 * The shell line that runs just this test, in the checkout, with little output.
 *
 * @param before tests that have to run before it, and files that have to be imported
 */
export function rerunLine({ repo, python }: Engine, { args, nodeId }: Target, before: readonly string[] = []): string {
  const program = isInside(repo, python) ? relative(repo, python) : python;
  return rerunCommand(
    {
      runner: "pytest",
      prefix: [program, "-m", "pytest"],
      env: {},
      cwd: "",
      venv: undefined,
      kept: [...args, ...importsAlone(before)],
      dropped: [],
      targets: [],
      blocked: undefined,
      verbatim: [],
      outer: [],
    },
    [...before, nodeId],
  );
}

/** Options that keep the tests of files from running which only have to be imported. */
export function importsAlone(before: readonly string[]): string[] {
  return before.filter((name) => !name.includes("::")).map((file) => `--deselect=${file}::`);
}
