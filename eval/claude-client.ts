import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ProcessResult, run } from "../src/kernel/process.ts";
import { ROOT } from "./root.ts";
import { must } from "./shell.ts";

/** The version of Claude Code that is measured unless another one is asked for. */
export const CLIENT_VERSION = "2.1.332";

/** One headless session of the client. */
export interface ClientCall {
  /** The native binary, see `installClient`. */
  binary: string;
  /** Program and arguments that start the client in their turn. */
  launcher?: readonly string[];
  prompt: string;
  /** Further arguments, such as `--allowedTools`. */
  args: readonly string[];
  cwd: string;
  /** All that the client sees of the environment. */
  env: NodeJS.ProcessEnv;
  /** Milliseconds until the whole process group is ended. */
  deadline: number;
  signal?: AbortSignal;
}

/**
 * The native binary of the client's npm package, installed once below this repository's own cache.
 *
 * @returns its path
 */
export async function installClient(version = CLIENT_VERSION): Promise<string> {
  const platform = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const folder = join(ROOT, "node_modules", ".cache", "faultline", "claude", version);
  const binary = join(folder, "node_modules", platform, process.platform === "win32" ? "claude.exe" : "claude");
  if (existsSync(binary)) return binary;
  const half = `${folder}.${process.pid}`;
  await mkdir(half, { recursive: true });
  await writeFile(join(half, "package.json"), '{"private":true}\n');
  const install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"] as const;
  await must([...install, `@anthropic-ai/claude-code@${version}`], { cwd: half, env: process.env });
  await rm(folder, { recursive: true, force: true });
  await rename(half, folder);
  return binary;
}

/** Runs one prompt through the client, which prints its result as JSON at the end. */
export async function runClient(call: ClientCall): Promise<ProcessResult> {
  return run({
    argv: launched(call.launcher ?? [], [call.binary, "-p", call.prompt, "--output-format", "json", ...call.args]),
    cwd: call.cwd,
    env: call.env,
    deadline: call.deadline,
    // The client first ends the hooks that it started, each in a process group of its own.
    killDelay: 5000,
    outputCap: 4_000_000,
    ...(call.signal ? { signal: call.signal } : {}),
  });
}

function launched(launcher: readonly string[], argv: readonly [string, ...string[]]): readonly [string, ...string[]] {
  const [first, ...rest] = launcher;
  return first === undefined ? argv : [first, ...rest, ...argv];
}
