import type { z } from "zod";
import { canonical } from "../kernel/canonical.ts";

/**
 * How an answer differs from the truth, in one line; undefined where it does not. The order of lists means nothing in
 * an answer; what is in them, and how often, does.
 */
export function answerDifference(shape: z.ZodType, answer: unknown, truth: unknown): string | undefined {
  const read = shape.safeParse(answer);
  if (!read.success) return `the answer has another shape: ${cut(JSON.stringify(answer) ?? "nothing")}`;
  const given = members(read.data);
  const right = members(truth);
  for (const [name, value] of Object.entries(right)) {
    if (given[name] !== value) return `${name} is ${cut(value)}, the answer says ${cut(given[name] ?? "nothing")}`;
  }
  return undefined;
}

function members(value: unknown): Record<string, string> {
  const entries = Object.entries(value ?? {});
  return Object.fromEntries(entries.map(([name, each]) => [name, canonical(sorted(each))]));
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.toSorted((one, other) => (canonical(one) < canonical(other) ? -1 : 1)) : value;
}

function cut(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
