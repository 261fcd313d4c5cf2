import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describeError } from "../kernel/errors.ts";
import { logLine } from "../kernel/log.ts";
import { explain, rememberExplanation } from "./explain.ts";

/** The hook process: payload on stdin, answer on stdout. Whatever goes wrong is silence and a line in the log. */
async function main(): Promise<void> {
  const here = dirname(process.argv[1] ?? "");
  const beside = join(here, "probe");
  try {
    const payload: unknown = JSON.parse(await text(process.stdin));
    const { output, ...explanation } = await explain(payload, {
      env: process.env,
      installation: here,
      probeDir: existsSync(beside) ? beside : join(here, "..", "python-probe", "src"),
      now: Date.now,
      remember: true,
    });
    if (output) process.stdout.write(JSON.stringify(output));
    await rememberExplanation(explanation, process.env);
  } catch (error) {
    await logLine("hook", describeError(error));
  }
}

void main();
