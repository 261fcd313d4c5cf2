/** Where the entries go: the team's settings, the user's settings for this project, or the user's settings. */
export type Scope = "project" | "local" | "user";

/** One entry of `hooks` in a settings file. */
export interface Entry {
  event: string;
  /** Name of the tool; undefined for events that have none. */
  matcher: string | undefined;
  command: string;
  /** Seconds. */
  timeout: number;
}

/** The event at which a session is told where its test runs leave their failures. */
export const REPORT_EVENT = "SessionStart";

/**
 * What Faultline needs to be told of.
 *
 * @param report whether every test run of a session also leaves its failures as structure
 */
export function entriesFor(command: string, report: boolean): Entry[] {
  return [
    { event: "PostToolUse", matcher: "Bash", command, timeout: 60 },
    { event: "PostToolUseFailure", matcher: "Bash", command, timeout: 60 },
    { event: "UserPromptSubmit", matcher: undefined, command, timeout: 10 },
    ...(report ? [{ event: REPORT_EVENT, matcher: undefined, command, timeout: 10 }] : []),
  ];
}

/**
 * The shell line of a hook. A missing gate is silence, not an error at every call: settings may be shared with
 * somebody who has not got the files. The gate is sourced, since the client starts a shell for this line anyway.
 *
 * @param gate path of the gate as it may stand between double quotes
 */
export function hookCommand(gate: string): string {
  return `faultline_gate="${gate}"; [ ! -r "$faultline_gate" ] || . "$faultline_gate"`;
}

/** A path between double quotes of a shell. */
export function quoted(path: string): string {
  return path.replace(/[\\"$`]/g, "\\$&");
}

/** Whether a hook is one of Faultline's, of whatever version: the client keeps no marks, so the command tells. */
export function isOurs(command: unknown): boolean {
  return typeof command === "string" && /(?:^|[/\\"'\s=])faultline-hook(?![\w-])/.test(command);
}

/** The value that goes into the list of an event. */
export function groupOf(entry: Entry): object {
  const hook = { type: "command", command: entry.command, timeout: entry.timeout };
  return entry.matcher === undefined ? { hooks: [hook] } : { matcher: entry.matcher, hooks: [hook] };
}
