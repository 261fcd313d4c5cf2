import type { HookEvent } from "./event.ts";

/** The one shape in which the client takes text for the model without showing an error or losing it. */
export interface HookOutput {
  hookSpecificOutput: { hookEventName: HookEvent["name"]; additionalContext: string };
}

/** Wraps text for the model as the answer to an event. */
export function additionalContext(event: HookEvent, text: string): HookOutput {
  return { hookSpecificOutput: { hookEventName: event.name, additionalContext: text } };
}
