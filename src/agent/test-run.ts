import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../kernel/process.ts";
import { redact } from "../kernel/redact.ts";
import { clip } from "./clip.ts";
import type { Workplace } from "./workplace.ts";

const DEADLINE_MS = 180_000;
/** Characters of what pytest prints that a model is shown. */
const MOST_OUTPUT = 6000;

/** What came of one run of pytest. */
export interface TestRun {
  /** It ran at least one test, none was skipped, and none failed. */
  passed: boolean;
  /** It ran tests, of which some failed. */
  failed: boolean;
  /** None failed, and some were skipped or are expected to fail. */
  skipped: boolean;
  /** How it ended and what it printed, for a model. */
  text: string;
}

/**
 * Runs pytest on a node id, a file or a folder, in a process group of its own, with a deadline and bounded output.
 * The project's own configuration holds; nothing is left behind in the repository but what the tests leave.
 *
 * @param target checked before: no option
 */
export async function runTests(target: string, { repo, python, env, scratch, signal }: Workplace): Promise<TestRun> {
  const folder = await mkdtemp(join(scratch, "run-"));
  const report = join(folder, "report.xml");
  const cache = join(folder, "cache");
  const quiet = ["-q", "--tb=short", "--color=no", "-o", `cache_dir=${cache}`, `--junit-xml=${report}`];
  const { ended, exitCode, stdout, stderr } = await run({
    argv: [python, "-m", "pytest", ...quiet, target],
    cwd: repo,
    env: { ...env, PYTHONDONTWRITEBYTECODE: "1" },
    deadline: DEADLINE_MS,
    outputCap: 200_000,
    signal,
  });
  const { tests, skipped } = counts(await readFile(report, "utf8").catch(() => ""));
  const passed = exitCode === 0 && tests > 0 && skipped === 0;
  const printed = stdout.replace(/^.*generated xml file: .*\n/m, "") + (exitCode === 0 ? "" : stderr);
  const status = ended === "deadline" ? `ended after ${DEADLINE_MS / 1000} s, too long` : verdict(exitCode, passed);
  const outcome = { passed, failed: exitCode === 1, skipped: exitCode === 0 && skipped > 0 };
  return { ...outcome, text: `${status}\n${clip(redact(printed.trim()), MOST_OUTPUT)}`.trim() };
}

/** Read from pytest's own report, since a project may have made the printed summary shorter. */
function counts(xml: string): { tests: number; skipped: number } {
  const suite = /<testsuite\s[^>]*>/.exec(xml)?.[0] ?? "";
  const number = (name: string) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  return { tests: number("tests"), skipped: number("skipped") };
}

function verdict(exitCode: number | undefined, passed: boolean): string {
  if (passed) return "PASSED";
  if (exitCode === 0) return "NOT PASSED: tests were skipped";
  if (exitCode === 1) return "FAILED";
  return `DID NOT RUN (exit status ${exitCode ?? "none"})`;
}
