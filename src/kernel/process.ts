import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { describeError } from "./errors.ts";

/** How a child process ended. `signal` and `exitCode` exclude each other; neither is set when it could not start. */
export interface ProcessResult {
  ended: "exited" | "signalled" | "deadline" | "cancelled" | "not-started";
  exitCode: number | undefined;
  signal: string | undefined;
  /** Last bytes of standard output and standard error, each at most `outputCap` characters. */
  stdout: string;
  stderr: string;
  /** Why it could not start. */
  reason: string | undefined;
}

export interface ProcessRequest {
  /** Program and arguments; never a shell line. */
  argv: readonly [string, ...string[]];
  cwd: string;
  /** The whole environment of the child: nothing is inherited. */
  env: NodeJS.ProcessEnv;
  /** Milliseconds until SIGTERM; SIGKILL follows `killDelay` later, both to the whole group. */
  deadline: number;
  killDelay?: number;
  outputCap?: number;
  /** Text for its standard input; without it there is none. */
  input?: string;
  signal?: AbortSignal;
}

/** Milliseconds for what the program wrote last to arrive. */
const drainDelay = 200;

/**
 * Runs a program in a process group of its own, and ends the whole group,
 * grandchildren too, when the program ends, the deadline passes or `signal` fires.
 *
 * Built on node:child_process, loaded on first use: loading it, or a library around it, would cost a hook call that
 * starts nothing more than all else that it does.
 */
export async function run(request: ProcessRequest): Promise<ProcessResult> {
  const { spawn } = await import("node:child_process");
  const [file, ...args] = request.argv;
  const guard = startGuard(spawn);
  const child = start(() =>
    spawn(file, args, { cwd: request.cwd, env: request.env, detached: true, stdio: ["pipe", "pipe", "pipe"] }),
  );
  if ("reason" in child) {
    guard.dismiss();
    return { ...child, exitCode: undefined, signal: undefined, stdout: "", stderr: "" };
  }
  guard.watch(child.pid);
  const cap = request.outputCap ?? 1_000_000;
  const stdout = tail(child.stdout, cap);
  const stderr = tail(child.stderr, cap);
  // A program that ends without reading its input is no error.
  child.stdin.on("error", () => undefined).end(request.input);
  const stopping = stopper(child.pid, request);
  try {
    // Not the end of its output: a grandchild may hold the pipes open for ever, even one that left the group.
    const end = await endOf(child);
    killGroup(child.pid, "SIGKILL");
    await drained(child);
    return {
      ended: stopping.why() ?? end.ended,
      exitCode: end.exitCode,
      signal: end.signal,
      stdout: stdout(),
      stderr: stderr(),
      reason: end.reason,
    };
  } finally {
    stopping.dispose();
    guard.dismiss();
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Some requests are refused at once instead of by an event, such as an argument with a null character. */
function start(begin: () => Child): Child | { ended: "not-started"; reason: string } {
  try {
    return begin();
  } catch (error) {
    return { ended: "not-started", reason: describeError(error) };
  }
}

/** Waits until the program itself has ended, or could not start. */
function endOf(child: Child): Promise<Pick<ProcessResult, "ended" | "exitCode" | "signal" | "reason">> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) => {
      if (child.pid !== undefined) return;
      resolve({ ended: "not-started", exitCode: undefined, signal: undefined, reason: message });
    });
    child.once("exit", (code, signal) => {
      const ended = signal === null ? "exited" : "signalled";
      resolve({ ended, exitCode: code ?? undefined, signal: signal ?? undefined, reason: undefined });
    });
  });
}

/** Waits for the last output, but not for whoever else may hold the pipes. */
async function drained(child: Child): Promise<void> {
  const streams = [child.stdout, child.stderr];
  const closed = Promise.all(
    streams.map((stream) => new Promise((resolve) => (stream.closed ? resolve(0) : stream.once("close", resolve)))),
  );
  const timer = setTimeout(() => {
    for (const stream of streams) stream.destroy();
  }, drainDelay);
  await closed;
  clearTimeout(timer);
}

/** Ends the group at the deadline or when the caller cancels: first politely, then for good. */
function stopper(pid: number | undefined, request: ProcessRequest) {
  let stopped: "deadline" | "cancelled" | undefined;
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (why: "deadline" | "cancelled") => {
    if (stopped) return;
    stopped = why;
    killGroup(pid, "SIGTERM");
    killTimer = setTimeout(() => killGroup(pid, "SIGKILL"), request.killDelay ?? 500);
  };
  const cancel = () => stop("cancelled");
  const deadline = setTimeout(() => stop("deadline"), request.deadline);
  request.signal?.addEventListener("abort", cancel, { once: true });
  if (request.signal?.aborted) cancel();
  return {
    why: () => stopped,
    dispose: () => {
      clearTimeout(deadline);
      clearTimeout(killTimer);
      request.signal?.removeEventListener("abort", cancel);
    },
  };
}

/** Sends a signal to a process group; one that is gone is no error. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // the group is gone
  }
}

/**
 * Ends the group that it is told to watch should this process die, in whatever way: the pipe to it then closes.
 * It starts before the group does, so that there is no moment in which nobody watches.
 */
export function startGuard(spawn: typeof import("node:child_process").spawn) {
  const script = 'read -r group && read -r line; [ -z "$group" ] || kill -KILL "-$group"';
  const guard = spawn("/bin/sh", ["-c", script, "faultline-guard"], {
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return {
    watch: (pid: number | undefined) => pid !== undefined && guard.stdin.write(`${pid}\n`),
    dismiss: () => guard.kill("SIGKILL"),
  };
}

/** Keeps the last `cap` characters of a stream; the returned function reads them. */
function tail(stream: NodeJS.ReadableStream | null, cap: number): () => string {
  let chunks: string[] = [];
  let length = 0;
  const trim = () => {
    const text = chunks.join("").slice(-cap);
    chunks = [text];
    length = text.length;
    return text;
  };
  stream?.setEncoding("utf8");
  stream?.on("data", (chunk: string) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > 2 * cap) trim();
  });
  return trim;
}
