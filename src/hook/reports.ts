import { existsSync } from "node:fs";
import { reportFolder } from "../kernel/state.ts";
import type { ParsedRun } from "../pytest/run.ts";
import type { CommandEvent } from "./event.ts";
import type { HookDeps } from "./handler.ts";
import type { Place } from "./place.ts";

/** The hook starts this much later than the command ended, at most; ms. */
const START_UP = 1000;

/**
 * The run as its own reports tell it where its output does not tell all. Only a session with report mode has any;
 * for every other one this is a look for a folder.
 */
export async function withReports(
  printed: ParsedRun,
  { event, deps, root, place }: { event: CommandEvent; deps: HookDeps; root: string; place: Place | undefined },
): Promise<ParsedRun> {
  const folder = reportFolder(event.session, deps.env);
  if (!place || event.unfinished || folder === undefined || !existsSync(folder)) return printed;
  const { reportedRun } = await import("../debugging/failure-context.ts");
  const since = event.duration === undefined ? 0 : deps.now() - event.duration - START_UP;
  const found = await reportedRun(printed, { folder, since, cwd: place.cwd, root, keep: !deps.remember });
  if (!found) return printed;
  const used = found.run === printed ? "the output shows as much" : "taken for what the output does not show";
  deps.decided("reports", `failures reported by the run: ${found.reported}; ${used}`);
  return found.run;
}
