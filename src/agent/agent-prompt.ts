import type { TestRun } from "./test-run.ts";

const BASE = `You mend a Python project in which one test fails, by editing the code, never the tests. You work with tools \
in a checkout of the project; paths are relative to its root. Find the cause, read the code around it, make the smallest \
change that mends the cause for all inputs and not only for those of the test, and run the test. Call finish once it \
passes.`;

const WITH_FAULTLINE = `Some of the tools are Faultline's: they run tests under a tracer and measure where a bad value was \
made. What failure_context found is given with the task.`;

/** What a model is told of its part. */
export function systemPrompt(faultline: boolean): string {
  return faultline ? `${BASE}\n\n${WITH_FAULTLINE}` : BASE;
}

/**
 * The task.
 *
 * @param context what Faultline found; undefined without it
 */
export function openingText(nodeId: string, { text }: TestRun, context: string | undefined): string {
  const parts = [`The failing test is ${nodeId}. Running it gives:\n${text}`];
  if (context !== undefined) parts.push(`failure_context of that test gives:\n${context}`);
  return parts.join("\n\n");
}
