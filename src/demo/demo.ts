import { cp, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { FaultlineError } from "../kernel/errors.ts";
import { type ProcessResult, run } from "../kernel/process.ts";
import { textWidth, twoTexts } from "./columns.ts";
import { pythonWithPytest } from "./python.ts";

const DEADLINE = 120_000;

const HookAnswer = z.object({ hookSpecificOutput: z.object({ additionalContext: z.string() }) });

/** What the demo needs to know of where it runs. */
export interface DemoOptions {
  packageRoot: string;
  env: NodeJS.ProcessEnv;
  /** Width of the terminal in characters. */
  width: number;
  /** Told what is going on. */
  progress: (line: string) => void;
}

/** What an agent reads about one failing test. */
interface Seen {
  command: string;
  pytest: string;
  injection: string;
}

/**
 * Lets a test of a small project fail under real pytest, gives the output to the real hook as Claude Code would,
 * and returns both texts, side by side where there is room. Throws where Python, pytest or the hook do not do their part.
 */
export async function demo(options: DemoOptions): Promise<string> {
  const python = await pythonWithPytest(options.env, options.progress);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "faultline-demo-")));
  try {
    return present(await play(options, python, join(folder, "shop")), options.width);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(
  { packageRoot, env, width, progress }: DemoOptions,
  python: string,
  project: string,
): Promise<Seen> {
  await cp(join(packageRoot, "templates", "demo"), project, { recursive: true });
  const state = join(project, "..", "state");
  const quiet = { ...env, PYTHONDONTWRITEBYTECODE: "1", XDG_STATE_HOME: state, CLAUDE_PROJECT_DIR: project };
  progress("faultline install-claude …");
  const cli = join(packageRoot, "dist", "cli.js");
  await mustRun([process.execPath, cli, "install-claude", "--repo", project], project, quiet);
  const installed = join(project, ".claude", "faultline");
  // The shop is far smaller than the repositories in which Faultline speaks.
  await writeFile(join(installed, "config.json"), '{ "minFiles": 0, "minLines": 0 }\n');
  const command = `${python} -m pytest -p no:cacheprovider`;
  progress(`${command} …`);
  const tests = await run({
    argv: [python, "-m", "pytest", "-p", "no:cacheprovider"],
    cwd: project,
    // pytest draws its rules as wide as they are shown.
    env: { ...quiet, COLUMNS: String(textWidth(width)) },
    deadline: DEADLINE,
  });
  if (tests.exitCode !== 1)
    throw new FaultlineError("process-failed", `pytest did not fail as it should: ${tests.stdout}`);
  progress("the hook reads the output and runs the failing test once more …");
  const payload = {
    session_id: "demo",
    cwd: project,
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command },
    error: `Exit code 1\n${tests.stdout}`,
  };
  const answer = await run({
    argv: [join(installed, "faultline-hook")],
    cwd: project,
    env: quiet,
    deadline: DEADLINE,
    input: JSON.stringify(payload),
  });
  return { command, pytest: tests.stdout.trimEnd(), injection: readAnswer(answer) };
}

function readAnswer(answer: ProcessResult): string {
  if (answer.stdout === "") {
    throw new FaultlineError("internal", "the hook stayed silent", { hint: "faultline explain tells why" });
  }
  return z.parse(HookAnswer, JSON.parse(answer.stdout)).hookSpecificOutput.additionalContext;
}

async function mustRun(argv: readonly [string, ...string[]], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const ended = await run({ argv, cwd, env, deadline: DEADLINE });
  if (ended.exitCode === 0) return;
  throw new FaultlineError("process-failed", `${argv.slice(1).join(" ")} failed: ${ended.stderr || ended.reason}`);
}

function present({ command, pytest, injection }: Seen, width: number): string {
  const rule = "─".repeat(width);
  const left = `WITHOUT FAULTLINE (${Buffer.byteLength(pytest)} bytes)\n$ ${command}\n\n${pytest}`;
  const right = `WITH FAULTLINE, this is added (${Buffer.byteLength(injection)} bytes)\n\n\n${injection}`;
  return [rule, twoTexts(left, right, width), rule].join("\n");
}
