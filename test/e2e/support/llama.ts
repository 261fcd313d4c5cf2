import { join } from "node:path";
import { type LlamaServer, SERVER_PACKAGE, smallModel, startLlama, TOOL_TEMPLATE } from "../../../eval/llama/server.ts";
import { environment, findInterpreters } from "../../support/pythons.ts";
import { root } from "./tools.ts";

/** A chat template that can be told not to think. */
export const THINKING_TEMPLATE = join(root, "test/e2e/support/thinking.jinja");

/** Starts a real llama.cpp server with SmolLM2-135M-Instruct on a free port of loopback. */
export async function startSmallModel({ context = 8192, template = TOOL_TEMPLATE } = {}): Promise<LlamaServer> {
  const interpreter = (await findInterpreters()).find(({ version }) => Number(version.slice(2)) >= 10);
  if (!interpreter) throw new Error("llama.cpp's server wants Python 3.10 or newer");
  // pytest is what environments are known by to be ready.
  const { python } = await environment(interpreter, "llama", ["pytest", SERVER_PACKAGE]);
  const env = process.env;
  const model = await smallModel(python, join(root, "node_modules/.cache/faultline/models"), env);
  return startLlama({ python, model, template, context, threads: 1, env });
}
