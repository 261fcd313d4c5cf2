import type { SessionResult } from "./result.ts";

/** Something that is counted of each session, and that less is better of. */
export interface Metric {
  name: string;
  of(result: SessionResult): number | null;
  /** For a person. */
  show(value: number): string;
}

const whole = (value: number) => Math.round(value).toLocaleString("en-US");
const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

export const METRICS: readonly Metric[] = [
  { name: "tokens", of: ({ record: { tokens } }) => tokens.input + tokens.output, show: whole },
  { name: "turns", of: ({ record }) => record.turns, show: (value) => value.toFixed(1) },
  { name: "tool calls", of: ({ record }) => total(record.toolCalls), show: (value) => value.toFixed(1) },
  { name: "cost, $", of: ({ record }) => record.cost, show: (value) => value.toFixed(4) },
  { name: "seconds", of: ({ record }) => record.seconds, show: (value) => value.toFixed(1) },
];

/** What Faultline has put before the model; no cost of its own, since it is among the tokens. */
export const INJECTED: Metric = { name: "bytes injected", of: ({ record }) => record.injectedBytes, show: whole };
