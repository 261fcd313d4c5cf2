import type { ProcessResult } from "../kernel/process.ts";
import { redact } from "../kernel/redact.ts";

const usageError = 4;

/** One line on why a run left no record at all: the probe writes its first line before any test is collected. */
export function explainMissingRecord(result: ProcessResult, request: { argv: readonly string[]; cwd: string }): string {
  const program = request.argv[0] ?? "";
  if (result.ended === "not-started") return `could not start ${program} in ${request.cwd}: ${causeOf(result)}`;
  const output = `${result.stdout}\n${result.stderr}`;
  if (/No module named ['"]?pytest\b/.test(output)) return `${program} has no pytest`;
  if (/Error importing plugin "faultline_probe"/.test(output)) return "pytest could not import the probe";
  return `pytest did not start: ${howItEnded(result)}`;
}

/** One line on why a record has no end. */
export function explainCutRecord(result: ProcessResult): string {
  return `the run was cut off: ${howItEnded(result)}`;
}

function howItEnded(result: ProcessResult): string {
  if (result.ended === "deadline") return "the deadline passed";
  if (result.ended === "cancelled") return "it was cancelled";
  if (result.ended === "signalled") return `it was ended by ${result.signal}`;
  const what = result.exitCode === usageError ? "pytest refused its arguments" : `exit code ${result.exitCode}`;
  const told = lastError(`${result.stdout}\n${result.stderr}`);
  return told === undefined ? what : `${what}: ${told}`;
}

function causeOf({ reason }: ProcessResult): string {
  const lines = (reason ?? "").split("\n").filter((line) => line !== "");
  return lines.at(-1) ?? "no reason given";
}

function lastError(output: string): string | undefined {
  const told = output.split("\n").findLast((line) => /^ERROR: (?!usage:)|[Ee]rror: /.test(line));
  return told && redact(told.trim()).slice(0, 200);
}
