import type { Counts } from "./carry.ts";
import { EVENTS_VERSION, type FaultEvent, type StartEvent } from "./events.ts";
import type { EventsFile } from "./events-file.ts";

/** Keeps what became of one session. */
export interface Recorder {
  note(event: FaultEvent): void;
  /** Ends the record; what a person should know of the session, in lines. */
  end(counts: Counts): string[];
}

interface Fired {
  kind: string;
  landed: number;
  missed: number;
}

/** @param events where each fault is written as well */
export function createRecorder(
  session: Pick<StartEvent, "profile" | "seed" | "rules">,
  events: Pick<EventsFile, "write"> | undefined,
): Recorder {
  const began = performance.now();
  const fired = new Map<string, Fired>();
  events?.write({ v: EVENTS_VERSION, event: "start", ...session, time: new Date().toISOString() });
  return {
    note(event) {
      const { rule, kind, landed } = event;
      const so = fired.get(rule) ?? { kind, landed: 0, missed: 0 };
      fired.set(rule, { ...so, landed: so.landed + Number(landed), missed: so.missed + Number(!landed) });
      events?.write(event);
    },
    end(counts) {
      events?.write({ v: EVENTS_VERSION, event: "end", atMs: Math.round(performance.now() - began), ...counts });
      return summary(session.rules, fired, counts);
    },
  };
}

/** A session in which no fault landed says nothing about the client, and is told of as such. */
function summary(rules: readonly string[], fired: ReadonlyMap<string, Fired>, { requests, faults }: Counts): string[] {
  const silent = rules.filter((rule) => !fired.has(rule));
  const lines = [`${counted(requests, "request")}, ${counted(faults, "fault")}`];
  for (const [rule, { kind, landed, missed }] of fired) {
    const name = rule === kind ? rule : `${rule} (${kind})`;
    if (kind === "none") lines.push(`  ${name}: ${missed}, which change nothing`);
    else lines.push(`  ${name}: ${landed}${missed > 0 ? `, and ${missed} that could not act` : ""}`);
  }
  if (silent.length > 0) lines.push(`  never fired: ${silent.join(", ")}`);
  if (rules.length > 0 && faults === 0) lines.push("  no fault was met: this session shows nothing about the client");
  return lines;
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
