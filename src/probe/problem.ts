import type { ProcessResult } from "../kernel/process.ts";

const usageError = 4;

/** One line on why a run left no record at all: the probe writes its first line before any test is collected. */
export function explainMissingRecord(result: ProcessResult, request: { argv: readonly string[]; cwd: string }): string {
  if (result.ended === "not-started") return `could not start ${request.argv[0]} in ${request.cwd}: ${result.reason}`;
  if (result.ended === "deadline") return "the deadline passed before pytest started";
  if (result.ended === "cancelled") return "cancelled before pytest started";
  if (result.ended === "signalled") return `ended by ${result.signal} before pytest started`;
  const output = `${result.stdout}\n${result.stderr}`;
  if (/No module named ['"]?pytest\b/.test(output)) return `${request.argv[0]} has no pytest`;
  if (/Error importing plugin "faultline_probe"/.test(output)) return "the probe could not be imported by pytest";
  const told = lastLine(output);
  const what = result.exitCode === usageError ? "pytest refused its arguments" : `exit code ${result.exitCode}`;
  return told === undefined ? `pytest did not start: ${what}` : `pytest did not start: ${what}: ${told}`;
}

function lastLine(output: string): string | undefined {
  const lines = output.split("\n").map((line) => line.trim());
  const told = lines.findLast((line) => /^ERROR|[Ee]rror:/.test(line)) ?? lines.findLast((line) => line !== "");
  return told?.slice(0, 200);
}
