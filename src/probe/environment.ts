import { delimiter, join } from "node:path";
import { stateHome } from "../kernel/state.ts";

/** What the probe is told through its environment. */
export interface ProbeSetting {
  probeDir: string;
  mode: "report" | "trace" | "thorough" | "together" | "values" | "coverage";
  /** A folder that is thrown away after the run. */
  folder: string;
}

/** Variables by which other tools would measure, repeat, record or upload the run. */
const unwanted =
  /^(COVERAGE_PROCESS_|COV_CORE_|PYTEST_XDIST_|PYTEST_CURRENT_TEST$|PYTHONINSPECT$|BUILDKITE_ANALYTICS_|FAULTLINE_)/;

/** Where in `folder` the probe writes its record. */
export function recordFile(folder: string): string {
  return join(folder, "record.jsonl");
}

/** Where in `folder` the tests put their own temporary files. */
export function temporaryFolder(folder: string): string {
  return join(folder, "tmp");
}

/**
 * The environment of a re-run: the caller's, so that the test behaves as it did, but for what would leave traces.
 * Colour, CI and the like stay as they are, since tests look at them.
 */
export function probeEnvironment(env: NodeJS.ProcessEnv, setting: ProbeSetting): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !unwanted.test(name)));
  const pythonPath = [setting.probeDir, env["PYTHONPATH"]].filter((entry) => entry).join(delimiter);
  return {
    ...kept,
    PYTHONPATH: pythonPath,
    PYTHONDONTWRITEBYTECODE: "1",
    TMPDIR: temporaryFolder(setting.folder),
    FAULTLINE_PROBE_OUT: recordFile(setting.folder),
    FAULTLINE_PROBE_MODE: setting.mode,
    // The probe's own bytecode: compiling it anew each time would take longer than many a test.
    FAULTLINE_PROBE_CACHE: join(stateHome(env), "bytecode"),
  };
}
