import { z } from "zod";
import type { ToolOutput } from "../client/caller.ts";

/**
 * The rows of a result, as a script takes them that does not look twice: none where there is no such list. Whoever
 * calls a tool must see to it that the result is what it should be; tasks do not.
 */
export function rows(output: ToolOutput, field: string): ToolOutput[] {
  const value = output[field];
  return Array.isArray(value) ? value.filter((row) => row !== null && typeof row === "object") : [];
}

/** A field as text; what is missing reads as in a script that puts it into a sentence. */
export function textIn(output: ToolOutput, field: string): string {
  return String(output[field]);
}

/** A field as a number; NaN where it is none, which is neither above nor below anything. */
export function numberIn(output: ToolOutput, field: string): number {
  const value = output[field];
  return typeof value === "number" ? value : Number.NaN;
}

/** All results of calls that go out together. The first failure counts once all have ended, so that none goes on behind it. */
export async function together<T>(calls: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

/** A list of ids in an answer; its order means nothing. */
export function idList(description: string) {
  return z.array(z.string()).describe(`${description}, in any order`);
}
