import * as z from "zod/mini";

const Common = {
  session_id: z.string(),
  cwd: z.string(),
};

/** Milliseconds that the command took; older clients do not tell. */
const duration = { duration_ms: z.optional(z.number()) };

const BashInput = z.object({ command: z.string(), run_in_background: z.optional(z.boolean()) });

const BashResponse = z.object({
  stdout: z._default(z.string(), ""),
  stderr: z._default(z.string(), ""),
  interrupted: z._default(z.boolean(), false),
  backgroundTaskId: z.optional(z.string()),
  persistedOutputPath: z.optional(z.string()),
});

const Payload = z.discriminatedUnion("hook_event_name", [
  z.object({
    ...Common,
    hook_event_name: z.literal("PostToolUse"),
    tool_name: z.literal("Bash"),
    tool_input: BashInput,
    tool_response: BashResponse,
    ...duration,
  }),
  z.object({
    ...Common,
    hook_event_name: z.literal("PostToolUseFailure"),
    tool_name: z.literal("Bash"),
    tool_input: BashInput,
    error: z.string(),
    is_interrupt: z._default(z.boolean(), false),
    ...duration,
  }),
  z.object({ ...Common, hook_event_name: z.literal("UserPromptSubmit"), prompt: z.string() }),
]);

/** A finished Bash call, whichever of the two events told of it. */
export interface CommandEvent {
  name: "PostToolUse" | "PostToolUseFailure";
  session: string;
  cwd: string;
  command: string;
  /** What the command printed, as far as the client hands it over. */
  output: string;
  /** Exit status of the whole command line; undefined where the client does not tell. */
  exitStatus: number | undefined;
  /** Milliseconds that it took; undefined where the client does not tell. */
  duration: number | undefined;
  /** The user stopped it, or it still runs: what it printed says nothing final. */
  unfinished: boolean;
  /** A file that holds the whole output, where the client kept one. */
  outputFile: string | undefined;
}

/** The user sent a prompt. */
export interface PromptEvent {
  name: "UserPromptSubmit";
  session: string;
  cwd: string;
  prompt: string;
}

export type HookEvent = CommandEvent | PromptEvent;

/** Reads what Claude Code sends on stdin; undefined for every event or shape that is not ours. */
export function readEvent(payload: unknown): HookEvent | undefined {
  const parsed = z.safeParse(Payload, payload);
  if (!parsed.success) return undefined;
  const data = parsed.data;
  const common = { session: data.session_id, cwd: data.cwd };
  switch (data.hook_event_name) {
    case "UserPromptSubmit":
      return { ...common, name: data.hook_event_name, prompt: data.prompt };
    case "PostToolUseFailure":
      return {
        ...common,
        name: data.hook_event_name,
        command: data.tool_input.command,
        output: data.error,
        exitStatus: exitStatus(data.error),
        duration: data.duration_ms,
        unfinished: data.is_interrupt,
        outputFile: undefined,
      };
    case "PostToolUse": {
      const response = data.tool_response;
      return {
        ...common,
        name: data.hook_event_name,
        command: data.tool_input.command,
        output: [response.stdout, response.stderr].filter(Boolean).join("\n"),
        exitStatus: 0,
        duration: data.duration_ms,
        unfinished: response.interrupted || response.backgroundTaskId !== undefined,
        outputFile: response.persistedOutputPath,
      };
    }
  }
}

/** The client writes it in front of what the command printed. */
function exitStatus(error: string): number | undefined {
  const status = /^Exit code (\d+)/.exec(error)?.[1];
  return status === undefined ? undefined : Number(status);
}
