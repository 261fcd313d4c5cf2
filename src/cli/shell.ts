import type { CAC } from "cac";
import { FaultlineError } from "../kernel/errors.ts";

/** Standard error, for what is no line of its own. */
export interface ErrorStream {
  write(text: string): void;
  columns: number | undefined;
}

/** What a command sees of the world; `cli.ts` makes it, the only file that touches argv, streams and exit statuses. */
export interface Shell {
  /** The folder of the package: hooks/, skills/, templates/ and python-probe/ lie in it. */
  packageRoot: string;
  version: string;
  env: NodeJS.ProcessEnv;
  /** Writes to standard output, and ends the line. */
  print(text: string): void;
  /** Tells on standard error, for what takes longer than a second. */
  progress(line: string): void;
  readStdin(): string;
  /** Both streams, for a command that hears itself when their other ends have gone. */
  stdio(): { input: NodeJS.ReadStream; output: NodeJS.WriteStream };
  /** Columns of the terminal that standard output is; undefined where it is none. */
  columns: number | undefined;
  /** Whether colours are wanted on that terminal. */
  color: boolean;
  errors: ErrorStream;
}

/** Adds one command to the table. Its action gives the exit status, 0 without one. */
export type Command = (cli: CAC, shell: Shell) => void;

/**
 * One value of an option: the command line reader makes numbers of what looks like one, and a list of what is given
 * twice.
 *
 * @throws FaultlineError `bad-request`
 */
export function textOf(value: unknown, option: string): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string" && text !== "") return text;
  checkOnce(value, option);
  throw new FaultlineError("bad-request", `${option} wants one value`);
}

/**
 * A whole number from an option.
 *
 * @throws FaultlineError `bad-request`
 */
export function numberOf(value: unknown, option: string, { least, most }: { least: number; most: number }): number {
  const number = typeof value === "number" ? value : Number.NaN;
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  checkOnce(value, option);
  throw new FaultlineError("bad-request", `${option} wants a whole number from ${least} to ${most}`);
}

function checkOnce(value: unknown, option: string): void {
  if (Array.isArray(value)) throw new FaultlineError("bad-request", `${option} is given ${value.length} times`);
}
