import { existsSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { describeError } from "../kernel/errors.ts";
import { logLine } from "../kernel/log.ts";
import { explain, rememberExplanation } from "./explain.ts";

// One payload a process: compiling parsers costs more than it saves.
z.config({ jitless: true });

/** The hook process: payload on stdin, answer on stdout. Whatever goes wrong is silence and a line in the log. */
async function main(): Promise<void> {
  const here = dirname(process.argv[1] ?? "");
  const beside = join(here, "probe");
  try {
    const payload: unknown = JSON.parse(readFileSync(0, "utf8"));
    const { output, ...explanation } = await explain(payload, {
      env: process.env,
      installation: here,
      probeDir: existsSync(beside) ? beside : join(here, "..", "python-probe", "src"),
      now: Date.now,
      remember: true,
    });
    if (output) writeSync(1, JSON.stringify(output));
    rememberExplanation(explanation, process.env);
  } catch (error) {
    logLine("hook", describeError(error));
  }
}

// Ending at once saves node the taking down of what ends anyway; all was written synchronously.
void main().finally(() => process.exit(0));
