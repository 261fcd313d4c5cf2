import { execa } from "execa";

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
 */
export async function run(request: ProcessRequest): Promise<ProcessResult> {
  const [file, ...args] = request.argv;
  const cap = request.outputCap ?? 1_000_000;
  const child = execa(file, args, {
    cwd: request.cwd,
    env: request.env,
    extendEnv: false,
    ...(request.input === undefined ? { stdin: "ignore" as const } : { input: request.input }),
    detached: true,
    reject: false,
    buffer: false,
    cleanup: true,
    preferLocal: false,
  });
  const release = guard(child.pid);
  const stdout = tail(child.stdout, cap);
  const stderr = tail(child.stderr, cap);
  let stopped: "deadline" | "cancelled" | undefined;
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (why: "deadline" | "cancelled") => {
    if (stopped) return;
    stopped = why;
    killGroup(child.pid, "SIGTERM");
    killTimer = setTimeout(() => killGroup(child.pid, "SIGKILL"), request.killDelay ?? 500);
  };
  const cancel = () => stop("cancelled");
  const deadline = setTimeout(() => stop("deadline"), request.deadline);
  request.signal?.addEventListener("abort", cancel, { once: true });
  if (request.signal?.aborted) cancel();
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  let drain: NodeJS.Timeout | undefined;
  try {
    // Not the end of its output: a grandchild may hold the pipes open for ever, even one that left the group.
    await exited;
    clearTimeout(deadline);
    killGroup(child.pid, "SIGKILL");
    drain = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, drainDelay);
    const result = await child;
    return {
      ended: stopped ?? (result.exitCode !== undefined ? "exited" : result.signal ? "signalled" : "not-started"),
      exitCode: result.exitCode,
      signal: result.signal,
      stdout: stdout(),
      stderr: stderr(),
      reason: child.pid === undefined ? result.shortMessage : undefined,
    };
  } finally {
    clearTimeout(deadline);
    clearTimeout(killTimer);
    clearTimeout(drain);
    release();
    request.signal?.removeEventListener("abort", cancel);
  }
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // the group is gone
  }
}

/**
 * Ends the group of `pid` should this process die, in whatever way: the pipe to the guard then closes.
 * The returned function dismisses the guard.
 */
function guard(pid: number | undefined): () => void {
  if (pid === undefined) return () => undefined;
  const script = 'read -r line; kill -KILL "-$1"';
  const sentinel = execa("/bin/sh", ["-c", script, "faultline-guard", String(pid)], {
    cwd: "/",
    env: {},
    extendEnv: false,
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
    reject: false,
    buffer: false,
  });
  sentinel.unref();
  return () => {
    sentinel.kill("SIGKILL");
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
