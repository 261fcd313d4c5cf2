import { join } from "node:path";
import * as z from "zod/mini";
import { FaultlineError } from "../kernel/errors.ts";
import { readTextSync } from "../kernel/files.ts";
import { stateHome, writeState } from "../kernel/state.ts";
import { type HookDeps, handle } from "./handler.ts";
import type { HookOutput } from "./output.ts";

const Explanation = z.object({
  /** When the hook was called, ISO 8601. */
  at: z.string(),
  decisions: z.array(z.object({ what: z.string(), outcome: z.string() })),
  /** What reached the model; undefined is silence. */
  text: z.optional(z.string()),
});

/** Each decision of one hook call, in order, and what came of it. */
export type Explanation = z.infer<typeof Explanation>;

/** Answers an event and tells every decision on the way. */
export async function explain(
  payload: unknown,
  deps: Omit<HookDeps, "decided">,
): Promise<Explanation & { output: HookOutput | undefined }> {
  const decisions: Explanation["decisions"] = [];
  const output = await handle(payload, {
    ...deps,
    decided: (what, outcome) => decisions.push({ what, outcome }),
  });
  const text = output?.hookSpecificOutput.additionalContext;
  return { at: new Date(deps.now()).toISOString(), decisions, output, ...(text !== undefined && { text }) };
}

/** Keeps what the latest hook call decided, without any output of the user's programs. */
export function rememberExplanation({ at, decisions }: Explanation, env: NodeJS.ProcessEnv): void {
  writeState(lastCall(env), JSON.stringify({ at, decisions }));
}

/** What the latest hook call on this machine decided. */
export function latestExplanation(env: NodeJS.ProcessEnv): Explanation {
  const text = readTextSync(lastCall(env));
  if (text === undefined) {
    throw new FaultlineError("not-found", "no hook call is on record yet", {
      hint: "run a failing test in Claude Code, or give a hook payload with --input FILE",
    });
  }
  return z.parse(Explanation, JSON.parse(text));
}

/** For a terminal: one line a decision, then what reached the model. */
export function formatExplanation({ at, decisions, text }: Explanation): string {
  const width = Math.max(...decisions.map(({ what }) => what.length), 0);
  const rows = decisions.map(({ what, outcome }) => `  ${what.padEnd(width)}  ${outcome}`);
  const result = text === undefined ? [] : ["", `What reaches the model (${Buffer.byteLength(text)} bytes):`, text];
  return [`Hook call at ${at}`, ...rows, ...result].join("\n");
}

function lastCall(env: NodeJS.ProcessEnv): string {
  return join(stateHome(env), "last-call.json");
}
