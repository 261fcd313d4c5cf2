import type { TestCommand } from "../pytest/command.ts";
import type { ParsedRun } from "../pytest/run.ts";
import type { RerunLimits } from "./rerun-plan.ts";

/** A failing test run as the hook saw it. */
export interface FailureRequest {
  run: ParsedRun;
  command: TestCommand;
  /** Where the shell line began, and where its tests ran; absolute. */
  start: string;
  cwd: string;
  /** Real path of the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** Folder that holds the package `faultline_probe`. */
  probeDir: string;
  /** The project's interpreter, for runners that cannot be told what to run. */
  python: () => string | undefined;
  /** undefined: nothing is run again. */
  rerun: RerunLimits | undefined;
  now: number;
}
