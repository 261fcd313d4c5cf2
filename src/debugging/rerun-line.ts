import { relative } from "node:path";
import { isInside } from "../kernel/files.ts";
import { rerunCommand } from "../pytest/rerun.ts";
import type { Engine } from "./engine.ts";
import type { Target } from "./target.ts";

/** The shell line that runs just this test, in the checkout, with little output. */
export function rerunLine({ repo, python }: Engine, { args, nodeId }: Target): string {
  const program = isInside(repo, python) ? relative(repo, python) : python;
  return rerunCommand(
    {
      runner: "pytest",
      prefix: [program, "-m", "pytest"],
      env: {},
      cwd: "",
      venv: undefined,
      kept: args,
      dropped: [],
      targets: [],
      blocked: undefined,
      verbatim: [],
      outer: [],
    },
    [nodeId],
  );
}
