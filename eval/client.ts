// As captured from Claude Code 2.1.332 (test/fixtures/hook-payloads).

/** What of a command's output Claude Code keeps. */
const KEPT = 30_000;
/** What of that it shows, and hands to hooks, when the command failed; half of it from either end. */
const SHOWN = 10_000;

/** The JSON that Claude Code gives a hook when a Bash call ended with a non-zero exit status. */
export function failurePayload(
  call: { session: string; cwd: string; command: string },
  exitCode: number,
  output: string,
) {
  return {
    session_id: call.session,
    transcript_path: "/nonexistent/transcript.jsonl",
    cwd: call.cwd,
    permission_mode: "default",
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command: call.command, description: "Run the failing test" },
    tool_use_id: "toolu_0000000000000000000000",
    error: cutFailure(`Exit code ${exitCode}\n${cutOutput(output).trimEnd()}`),
    is_interrupt: false,
  };
}

/**
 * The JSON that Claude Code gives a hook when a Bash call ended with exit status 0. Longer output than it keeps would
 * come with a file, which nothing here needs.
 */
export function successPayload(call: { session: string; cwd: string; command: string }, output: string) {
  return {
    session_id: call.session,
    transcript_path: "/nonexistent/transcript.jsonl",
    cwd: call.cwd,
    permission_mode: "default",
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: call.command, description: "Run a command" },
    tool_use_id: "toolu_0000000000000000000000",
    tool_response: { stdout: output.trimEnd(), stderr: "", interrupted: false, isImage: false },
  };
}

/** Long output: its first 30,000 bytes, and no word about the rest. */
function cutOutput(output: string): string {
  const bytes = Buffer.from(output);
  // A character that the cut goes through is lost.
  return bytes.length <= KEPT
    ? output
    : bytes
        .subarray(0, KEPT)
        .toString("utf8")
        .replace(/\uFFFD+$/, "");
}

/**
 * The text of a failed call: head and tail of about 5,000 characters each. The client counts a tag of 16 characters
 * in front that hooks do not get to see.
 */
function cutFailure(text: string): string {
  const tag = 16;
  const length = text.length + tag;
  if (length <= SHOWN) return text;
  const half = SHOWN / 2;
  return `${text.slice(0, half - tag)}\n\n... [${length - SHOWN} characters truncated] ...\n\n${text.slice(-half)}`;
}
