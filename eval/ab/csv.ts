import { csvLine } from "../table.ts";
import { counts } from "./paired.ts";
import type { SessionResult } from "./result.ts";

const COLUMNS: Record<string, (result: SessionResult) => string | number | boolean | undefined> = {
  case: (result) => result.case,
  arm: ({ arm }) => arm,
  agent: ({ agent }) => agent,
  repetition: ({ repetition }) => repetition,
  simulated: ({ simulated }) => simulated,
  counts,
  verdict: ({ judged }) => judged.verdict,
  ended: ({ record }) => record.ended,
  input_tokens: ({ record }) => record.tokens.input,
  output_tokens: ({ record }) => record.tokens.output,
  cached_tokens: ({ record }) => record.tokens.cached,
  token_counter: ({ record }) => record.tokens.counter,
  turns: ({ record }) => record.turns,
  tool_calls: ({ record }) => Object.values(record.toolCalls).reduce((sum, count) => sum + count, 0),
  cost_usd: ({ record }) => record.cost ?? undefined,
  seconds: ({ record }) => record.seconds.toFixed(1),
  injected_bytes: ({ record }) => record.injectedBytes,
  changed_lines: ({ changedLines }) => changedLines,
  isolation: ({ isolation }) => isolation,
  leaks: ({ leaks }) => oneLine(leaks.map(({ kind, how, where }) => `${kind} ${how}: ${where}`).join("; ")),
  raises: ({ raises }) => raises,
  reason: ({ judged }) => oneLine(judged.reason),
  problem: ({ record }) => record.problem && oneLine(record.problem),
};

/** All sessions, one a line. */
export function resultsCsv(results: readonly SessionResult[]): string {
  const rows = results.map((result) => csvLine(Object.values(COLUMNS).map((value) => value(result))));
  return `${[csvLine(Object.keys(COLUMNS)), ...rows].join("\n")}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
