import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { type Command, type Shell, textOf } from "./shell.ts";

export const explain: Command = (cli, shell) => {
  cli
    .command("explain", "Show each decision of the latest hook call, or replay a hook payload")
    .option(
      "--input <file>",
      "Replay this payload (JSON as Claude Code sends it; - for stdin); re-runs the failing test",
    )
    .option("--json", "Print JSON")
    .example("  faultline explain")
    .example("  faultline explain --input payload.json")
    .action(async (options: { input?: unknown; json?: boolean }) => {
      const { explain, formatExplanation, latestExplanation } = await import("../hook/explain.ts");
      const explanation =
        options.input === undefined
          ? await latestExplanation(shell.env)
          : await explain(readPayload(textOf(options.input, "--input"), shell), {
              env: shell.env,
              installation: join(shell.packageRoot, "dist"),
              probeDir: join(shell.packageRoot, "python-probe", "src"),
              now: Date.now,
              remember: false,
            });
      shell.print(options.json ? JSON.stringify(explanation, null, 2) : formatExplanation(explanation));
    });
};

function readInput(file: string, shell: Shell): string {
  try {
    return file === "-" ? shell.readStdin() : readFileSync(resolve(file), "utf8");
  } catch (error) {
    throw new FaultlineError("not-found", `${file} cannot be read: ${describeError(error)}`);
  }
}

function readPayload(file: string, shell: Shell): unknown {
  const text = readInput(file, shell);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FaultlineError("bad-request", `${file} is not JSON: ${describeError(error)}`);
  }
}
