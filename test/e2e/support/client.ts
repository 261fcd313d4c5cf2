import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProcessResult, run } from "../../../src/kernel/process.ts";
import { type Captured, type ScriptedModel, startModel, type Turn } from "./model.ts";
import { isThere, mustRun, once, root } from "./tools.ts";

/** The client that the expectations were seen with. `FAULTLINE_E2E_CLIENT` names another version, or `latest`. */
const SEEN_WITH = "2.1.332";

/** What one headless session did. */
export interface Session {
  process: ProcessResult;
  /** What `--output-format json` printed; undefined where the session was ended before. */
  result: { is_error: boolean; result: string; num_turns: number; session_id: string } | undefined;
  requests: Captured[];
  /** Addresses outside loopback that the client tried to reach: must be empty. */
  strangers: string[];
  home: string;
}

export interface SessionRequest {
  cwd: string;
  script: readonly Turn[];
  prompt?: string;
  /** An existing HOME, such as one with a plugin installed; otherwise an empty one is made. */
  home?: string;
  env?: Record<string, string>;
  args?: readonly string[];
  /** Folders that come before the usual ones on the PATH. */
  path?: readonly string[];
  /** Program and arguments that start the client in their turn. */
  launcher?: readonly [string, ...string[]];
  /** Milliseconds until the whole process group is ended. */
  deadline?: number;
  signal?: AbortSignal;
}

/** Runs one prompt through the real client, with a scripted model behind it and nothing of this machine's user. */
export async function runSession(request: SessionRequest): Promise<Session> {
  const model = await startModel(request.script);
  const home = request.home ?? (await emptyHome());
  try {
    const args = ["-p", request.prompt ?? "Fix the failing test.", "--output-format", "json"];
    const result = await runClient([...args, "--allowedTools", "Bash", ...(request.args ?? [])], {
      ...request,
      home,
      model,
    });
    return {
      process: result,
      result: parseResult(result.stdout),
      requests: model.requests,
      strangers: model.strangers,
      home,
    };
  } finally {
    await model.close();
  }
}

/** Runs the client's binary with the given arguments in a bare environment whose only network is `model`. */
export async function runClient(
  args: readonly string[],
  at: Pick<SessionRequest, "cwd" | "env" | "path" | "launcher" | "deadline" | "signal"> & {
    home: string;
    model?: ScriptedModel;
  },
): Promise<ProcessResult> {
  const nowhere = "http://127.0.0.1:9";
  const model = at.model?.url ?? nowhere;
  return run({
    argv: at.launcher ? [...at.launcher, await clientBinary(), ...args] : [await clientBinary(), ...args],
    cwd: at.cwd,
    env: {
      HOME: at.home,
      PATH: [...(at.path ?? []), ...usualPath()].join(":"),
      LANG: "C.UTF-8",
      TMPDIR: tmpdir(),
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      IS_SANDBOX: "1",
      // Whatever is meant for the outside comes to the model's port instead, which refuses and remembers it.
      HTTP_PROXY: model,
      HTTPS_PROXY: model,
      NO_PROXY: "127.0.0.1",
      ...at.env,
    },
    deadline: at.deadline ?? 90_000,
    // The client first ends the hooks that it started, each in a process group of its own.
    killDelay: 5000,
    ...(at.signal ? { signal: at.signal } : {}),
  });
}

/** A HOME with nothing in it. */
export async function emptyHome(): Promise<string> {
  return mkdtemp(join(tmpdir(), "home-"));
}

/** Node's own folder and the system's: what a terminal of the user would have at least. */
export function usualPath(): string[] {
  return [join(process.execPath, ".."), "/usr/local/bin", "/usr/bin", "/bin"];
}

/** The native binary of the client's platform package, installed once into this package's cache. */
export const clientBinary = once(async () => {
  const version = process.env["FAULTLINE_E2E_CLIENT"] ?? SEEN_WITH;
  const platform = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const folder = join(root, "node_modules/.cache/faultline/claude", version);
  const found = join(folder, "node_modules", platform, process.platform === "win32" ? "claude.exe" : "claude");
  if (await isThere(found)) return found;
  const work = `${folder}.${process.pid}`;
  await mkdir(work, { recursive: true });
  await writeFile(join(work, "package.json"), '{"private":true}\n');
  const wanted = `@anthropic-ai/claude-code@${version}`;
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", wanted], { cwd: work });
  // A second run at the same time may have been faster; both hold the same files.
  await rm(folder, { recursive: true, force: true });
  await rename(work, folder);
  return found;
});

/** Takes `latest` for the version that it stands for today, for this process and those that it starts. */
export async function settleClientVersion(): Promise<void> {
  if (process.env["FAULTLINE_E2E_CLIENT"] !== "latest") return;
  const version = await mustRun(["npm", "view", "@anthropic-ai/claude-code", "version"]);
  process.env["FAULTLINE_E2E_CLIENT"] = version.trim();
}

/** What the client's own record of its sessions says of hooks that did not simply succeed: noise that a user may see. */
export async function hookNoise(home: string): Promise<string[]> {
  const projects = join(home, ".claude/projects");
  const files = (await readdir(projects, { recursive: true })).filter((file) => file.endsWith(".jsonl"));
  const texts = await Promise.all(files.map((file) => readFile(join(projects, file), "utf8")));
  return texts
    .flatMap((text) => text.split("\n").filter((line) => line.includes('"attachment"')))
    .map((line) => (JSON.parse(line) as { attachment: Attachment }).attachment)
    .filter(({ type, stderr }) => type.startsWith("hook_") && (!QUIET.has(type) || Boolean(stderr)))
    .map(({ type, hookEvent, stderr }) => `${type} ${hookEvent}: ${stderr ?? ""}`.trim());
}

interface Attachment {
  type: string;
  hookEvent?: string;
  stderr?: string;
}

const QUIET = new Set(["hook_success", "hook_additional_context"]);

function parseResult(stdout: string): Session["result"] {
  try {
    return JSON.parse(stdout) as Session["result"];
  } catch {
    return undefined;
  }
}
