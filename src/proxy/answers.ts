import { cutMessage } from "../faults/cut.ts";
import type { Fault } from "../faults/fault.ts";
import { corrupt } from "../faults/malformed.ts";
import type { FaultNote } from "./fault-notes.ts";
import { asLine } from "./line.ts";
import type { Way } from "./way.ts";

/** A response that waits for something else to happen. */
interface Held {
  release(landed: boolean): void;
  /** It is never sent. */
  drop(): void;
}

/** Does to responses what their faults say. */
export class Answers {
  readonly #way: Way;
  readonly #reset: () => void;
  /** Until another response has passed. */
  readonly #reordered = new Set<Held>();
  /** Until the asker has sent its next request. */
  readonly #late = new Set<Held>();

  constructor(way: Way, reset: () => void) {
    this.#way = way;
    this.#reset = reset;
  }

  /** Whether the next response changes nothing for others. */
  get isQuiet(): boolean {
    return this.#reordered.size === 0;
  }

  /** What goes on of a response now; whatever else is to be sent is sent here. */
  meet(bytes: Buffer, fault: Fault, note: FaultNote): Buffer | undefined {
    switch (fault.kind) {
      case "late":
        return this.#hold(this.#late, fault.holdMs, bytes, note);
      case "reorder":
        return this.#hold(this.#reordered, fault.holdMs, bytes, note);
      case "hang":
        return bytes;
      case "lost_cancellation":
        note.missed();
        return bytes;
    }
    note.landed();
    switch (fault.kind) {
      case "timeout":
      case "latency":
        return fault.delayMs === undefined ? undefined : this.#sendAfter(fault.delayMs, bytes);
      case "duplicate":
        this.#way.send(asLine(bytes));
        return bytes;
      case "malformed":
        return this.send(asLine(corrupt(bytes, fault)));
      case "cut":
        this.#way.send(cutMessage(bytes, fault.at));
        this.#reset();
        return undefined;
      case "reset":
        this.#reset();
        return undefined;
      default:
        return bytes;
    }
  }

  /** Sends a response, and what was to come behind it. */
  send(bytes: Buffer): undefined {
    this.#way.send(asLine(bytes));
    this.passed();
  }

  /** A response has been sent. */
  passed(): void {
    releaseAll(this.#reordered, true);
  }

  /** The asker has sent another request. */
  askerWentOn(): void {
    releaseAll(this.#late, true);
  }

  /** Nothing more comes that anything could wait for. */
  release(): void {
    releaseAll(this.#reordered, false);
    releaseAll(this.#late, false);
  }

  /** The asker has left without what was held back from it, and so has met the fault. */
  askerLeft(): void {
    for (const entry of [...this.#reordered, ...this.#late]) entry.drop();
  }

  #sendAfter(ms: number, bytes: Buffer): undefined {
    this.#way.after(ms, () => this.send(bytes));
  }

  #hold(held: Set<Held>, ms: number, bytes: Buffer, note: FaultNote): undefined {
    const end = (landed: boolean) => {
      cancel();
      held.delete(entry);
      if (landed) note.landed();
      else note.missed();
    };
    const entry = {
      release: (landed: boolean) => {
        end(landed);
        this.#way.send(asLine(bytes));
      },
      drop: () => end(true),
    };
    const cancel = this.#way.after(ms, () => entry.release(false));
    held.add(entry);
  }
}

function releaseAll(held: Set<Held>, landed: boolean): void {
  for (const entry of [...held]) entry.release(landed);
}
