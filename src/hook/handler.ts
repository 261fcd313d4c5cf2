import { readEvent } from "./event.ts";
import { onCommand } from "./on-command.ts";
import { onPrompt } from "./on-prompt.ts";
import type { HookOutput } from "./output.ts";

/** What a handler may know and do besides the payload. */
export interface HookDeps {
  env: NodeJS.ProcessEnv;
  /** Folder that holds hook.cjs: its configuration lies there. */
  installation: string;
  /** Folder that holds the package `faultline_probe`. */
  probeDir: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Told of every decision, in order; `faultline explain` shows them. */
  decided: (what: string, outcome: string) => void;
  /** Whether what was said is remembered for the session. */
  remember: boolean;
}

/** Answers one event of Claude Code; undefined is silence. */
export async function handle(payload: unknown, deps: HookDeps): Promise<HookOutput | undefined> {
  const event = readEvent(payload);
  if (!event) {
    deps.decided("event", "not one that Faultline answers");
    return undefined;
  }
  deps.decided("event", event.name);
  return event.name === "UserPromptSubmit" ? onPrompt(event, deps) : onCommand(event, deps);
}
