import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { startChild } from "../../src/kernel/child.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { cleanEnv, venv } from "../environment.ts";
import { COMMON, commonOptions, progress, readArgs, runMain } from "../options.ts";
import { CASES, ROOT } from "../root.ts";
import { SERVER_PACKAGE, smallModel, startLlama, TOOL_TEMPLATE } from "./server.ts";
import { traceText } from "./trace-text.ts";

const USAGE = `usage: npm run eval:llama -- [options]

Starts a real llama.cpp server, lets faultline agent work on a bundled bug with its model, and prints the trace.
On a slow machine a turn takes minutes: so long the model reads before it writes.

  --gguf FILE      the model (default SmolLM2-135M-Instruct, which is fetched: enough for the wire, not for the bug)
  --context N      tokens that a conversation may have (default 8192)
  --case ID        a project of eval/cases/bundled (default freight-quote)
  --faultline X    on or off (default on)
  --turns N        turns of the model at most (default 6)
  --tokens N       tokens of a turn at most (default 200; more for a model that can do more)
  --python PATH    interpreter that the environments are made from, 3.10 or newer (default python3)
  --work DIR       where environments, the model and the checkout go (default a folder in the system's temporary one)
  --out DIR        where trace, summary and patch go (default a folder in --work)
`;

const OPTIONS = {
  gguf: { type: "string" },
  context: { type: "string", default: "8192" },
  case: { type: "string", default: "freight-quote" },
  faultline: { type: "string", default: "on" },
  turns: { type: "string", default: "6" },
  tokens: { type: "string", default: "200" },
  python: COMMON.python,
  work: { type: "string" },
  out: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const Case = z.looseObject({ tests: z.array(z.string()).min(1) });

async function main(args: string[]): Promise<void> {
  const { values } = readArgs(() => parseArgs({ args, options: OPTIONS }));
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { work, python } = commonOptions(values);
  const env = cleanEnv(work);
  const folder = join(CASES, "bundled", values.case);
  if (!existsSync(folder)) throw new FaultlineError("bad-request", `there is no case ${values.case}`);
  const { tests } = Case.parse(JSON.parse(await readFile(join(folder, "case.json"), "utf8")));
  await mkdir(join(work, "home"), { recursive: true });
  progress("preparing environments and the model");
  const project = await venv(join(work, "venvs", "plain"), python, ["pytest"], [], env);
  const llama = await venv(join(work, "venvs", "llama"), python, [SERVER_PACKAGE], [], env);
  const small = values.gguf === undefined;
  const model = values.gguf ? resolve(values.gguf) : await smallModel(llama.python, join(work, "models"), env);
  const repo = join(work, "checkouts", "llama");
  const out = resolve(values.out ?? join(work, "llama"));
  for (const each of [repo, out]) await rm(each, { recursive: true, force: true });
  await cp(join(folder, "buggy"), repo, { recursive: true });
  const server = await startLlama({
    python: llama.python,
    model,
    ...(small ? { template: TOOL_TEMPLATE } : {}),
    context: Number(values.context),
    threads: availableParallelism(),
    env,
  });
  try {
    progress(`llama.cpp serves ${model} at ${server.url}; on a slow machine each turn takes minutes`);
    const settings = [
      "--faultline",
      values.faultline,
      "--max-turns",
      values.turns,
      "--max-output-tokens",
      values.tokens,
    ];
    const place = ["--repo", repo, "--python", project.python, "--out", out];
    const status = await agent(
      [...place, "--provider", "local", "--url", server.url, ...settings, tests[0] ?? ""],
      env,
    );
    process.stdout.write(`${traceText(await readFile(join(out, "trace.jsonl"), "utf8"))}\n`);
    // 1: the work could be done, but not the bug be mended.
    if (status !== 0 && status !== 1) process.exitCode = 2;
  } finally {
    await server.close();
  }
}

/** Runs the built agent; what it says of its steps, and of what came of them, goes to standard error. */
async function agent(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const cli = join(ROOT, "dist", "cli.js");
  const child = await startChild({ argv: [process.execPath, cli, "agent", ...args], cwd: ROOT, env });
  child.stdout.pipe(process.stderr, { end: false });
  return (await child.ended).exitCode;
}

runMain("eval:llama", main);
