import { FaultlineError } from "../src/kernel/errors.ts";
import { run } from "../src/kernel/process.ts";

/** How a command ended, and everything it printed, standard error merged in as on a terminal. */
export interface Printed {
  exitCode: number | undefined;
  output: string;
  /** Milliseconds of wall clock. */
  elapsed: number;
  /** It was ended because it took too long. */
  overtime: boolean;
}

/** Where and how a shell line runs. `env` is everything it sees. */
export interface Place {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Milliseconds; five minutes where not given. */
  deadline?: number;
}

/** Runs one line as the agent's shell would. */
export async function shell(line: string, place: Place): Promise<Printed> {
  const started = performance.now();
  const result = await run({
    // A group, so that the output of every part of the line is merged.
    argv: ["sh", "-c", `{ ${line}\n} 2>&1`],
    cwd: place.cwd,
    env: place.env,
    deadline: place.deadline ?? 300_000,
    outputCap: 50_000_000,
  });
  return {
    exitCode: result.exitCode,
    output: result.stdout,
    elapsed: performance.now() - started,
    overtime: result.ended === "deadline",
  };
}

/** Runs a program that has to succeed and gives back its standard output. */
export async function must(argv: readonly [string, ...string[]], place: Place): Promise<string> {
  const result = await run({
    argv,
    cwd: place.cwd,
    env: place.env,
    deadline: place.deadline ?? 900_000,
    outputCap: 50_000_000,
  });
  if (result.ended === "exited" && result.exitCode === 0) return result.stdout;
  const said = result.stderr || result.stdout || result.reason || result.ended;
  throw new FaultlineError("process-failed", `${argv.slice(0, 4).join(" ")}: ${telling(said)}`);
}

/** Of what a program that failed printed, the line that says most: pip, pyenv and git begin with it, Python ends with it. */
function telling(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  // Which of pip's parts failed, not why.
  const outer = /^error: subprocess-exited|^(note|hint|warning):/i;
  const worth = lines.filter((line) => !outer.test(line));
  const first = worth.find((line) => /^(error|fatal|pyenv):/i.test(line));
  const raised = worth.findLast((line) => /^[\w.]*(Error|Exception): /.test(line));
  return first ?? raised ?? worth.at(-1) ?? lines.at(-1) ?? "";
}

/** A word that the shell hands on unchanged. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
