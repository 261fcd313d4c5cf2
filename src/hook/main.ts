import { existsSync, readFileSync } from "node:fs";
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
    if (output) process.stdout.write(JSON.stringify(output));
    rememberExplanation(explanation, process.env);
  } catch (error) {
    await logLine("hook", describeError(error));
  }
}

void main();
