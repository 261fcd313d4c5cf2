import type { RequestId } from "../faults/error.ts";
import type { Drift } from "../faults/fault.ts";
import type { Decision } from "../faults/source.ts";
import { EVENTS_VERSION, type FaultEvent } from "./events.ts";

/** The request that a fault is about. */
export interface Subject {
  id: RequestId;
  method: string;
  target: string;
  /** Session of a Streamable HTTP client, where it has one. */
  session?: string;
}

/** A fault that has been decided on. Only the first that is said of it counts. */
export interface FaultNote {
  landed(): void;
  /** It can no longer act. */
  missed(): void;
}

/** Notes each fault of a session once: when it has landed, or when it is certain that it cannot. */
export class FaultNotes {
  readonly #note: (event: FaultEvent) => void;
  readonly #atMs: () => number;
  readonly #open = new Set<FaultNote>();
  readonly #drifts = new Map<string, FaultNote>();
  #landed = 0;

  /** @param atMs milliseconds since the session began */
  constructor(note: (event: FaultEvent) => void, atMs: () => number) {
    this.#note = note;
    this.#atMs = atMs;
  }

  /** How many have landed. */
  get count(): number {
    return this.#landed;
  }

  begin(subject: Subject, { rule, call, fault }: Decision): FaultNote {
    return this.#begin(subject, { rule, kind: fault.kind, call, fault: { ...fault } });
  }

  beginDrift(subject: Subject, drift: Drift): void {
    const about = { rule: drift.rule, kind: "schema_drift", call: drift.since, fault: { ...drift } };
    this.#drifts.set(subject.target, this.#begin(subject, about));
  }

  /** The client has met the drift of a tool, the first time or again. */
  metDrift(tool: string): void {
    this.#drifts.get(tool)?.landed();
    this.#drifts.delete(tool);
  }

  /** The session is over. */
  close(): void {
    for (const note of [...this.#open]) note.missed();
  }

  #begin(subject: Subject, about: Pick<FaultEvent, "rule" | "kind" | "call" | "fault">): FaultNote {
    const end = (reached: boolean) => {
      if (!this.#open.delete(note)) return;
      // Of the control there is nothing to be met.
      const landed = reached && about.kind !== "none";
      if (landed) this.#landed += 1;
      const atMs = Math.round(this.#atMs() * 1000) / 1000;
      this.#note({ v: EVENTS_VERSION, event: "fault", atMs, ...subject, ...about, landed });
    };
    const note = { landed: () => end(true), missed: () => end(false) };
    this.#open.add(note);
    return note;
  }
}
