import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { describeError, FaultlineError } from "./errors.ts";
import { killGroup, startGuard } from "./process.ts";

/** How a process ended: one of the two is undefined. */
export interface ChildEnd {
  exitCode: number | undefined;
  signal: NodeJS.Signals | undefined;
}

/** A running program whose standard input and output are streams; it shares our standard error. */
export interface StreamingChild {
  stdin: Writable;
  stdout: Readable;
  /** Resolves when the program itself has ended; what it wrote last may still be on its way. */
  ended: Promise<ChildEnd>;
  /** Sends a signal to its whole group. */
  kill(signal: NodeJS.Signals): void;
}

export interface ChildRequest {
  /** Program and arguments; never a shell line. */
  argv: readonly [string, ...string[]];
  cwd: string;
  /** The whole environment of the child: nothing is inherited. */
  env: NodeJS.ProcessEnv;
}

/**
 * Starts a program in a process group of its own, which ends with the program, and with us, in whatever way we end.
 *
 * @throws FaultlineError `bad-request` where it cannot be started
 */
export async function startChild({ argv, cwd, env }: ChildRequest): Promise<StreamingChild> {
  const [file, ...args] = argv;
  const guard = startGuard(spawn);
  try {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "inherit"] });
    await started(child);
    guard.watch(child.pid);
    const ended = endOf(child).then((end) => {
      // Whatever else of its group is left.
      killGroup(child.pid, "SIGKILL");
      guard.dismiss();
      return end;
    });
    return { stdin: child.stdin, stdout: child.stdout, ended, kill: (signal) => killGroup(child.pid, signal) };
  } catch (error) {
    guard.dismiss();
    throw new FaultlineError("bad-request", `${file} cannot be started: ${describeError(error)}`, { cause: error });
  }
}

function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve).once("error", reject);
  });
}

function endOf(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ exitCode: code ?? undefined, signal: signal ?? undefined }));
  });
}
