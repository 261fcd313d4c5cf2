import type { FaultSource } from "../faults/source.ts";
import type { StartEvent } from "../proxy/events.ts";
import type { Shell } from "./shell.ts";

/**
 * The faults of the last session of an events file, to be given again. Says so where the file holds others, too, such as
 * one for each connection that a session over stdio had to open.
 *
 * @throws FaultlineError `bad-request` where there is none
 */
export async function replayFrom(file: string, shell: Shell): Promise<{ start: StartEvent; source: FaultSource }> {
  const { lastSession, readEvents } = await import("../proxy/events-file.ts");
  const { replaySource } = await import("../faults/replay.ts");
  const events = readEvents(file);
  const { start, faults } = lastSession(events, file);
  const source = replaySource(faults, start.rules);
  const sessions = events.filter(({ event }) => event === "start").length;
  if (sessions > 1)
    shell.progress(`faultline: ${file} holds ${sessions} sessions; the last one's faults are given again`);
  return { start, source };
}
