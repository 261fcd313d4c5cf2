import { setTimeout as sleep } from "node:timers/promises";
import { errorReply } from "../faults/error.ts";
import type { Fault } from "../faults/fault.ts";
import { corrupt } from "../faults/malformed.ts";
import { underIdOf } from "../faults/reply-id.ts";
import type { History } from "../faults/stale.ts";
import type { Asked, Side } from "./http-session.ts";

/** Milliseconds by which the answer that overtakes another one is ahead, since they take connections of their own. */
const AHEAD = 20;

/**
 * The answer that is given in place of the one who was asked; undefined where that one is asked.
 *
 * @param bytes the request as it came
 */
export function replyInstead(asked: Asked, bytes: Buffer, history: History): Buffer | undefined {
  const reply = ownReply(asked, history);
  return reply && underIdOf(bytes, reply);
}

function ownReply({ id, method, params, fault }: Asked, history: History): Buffer | undefined {
  if (fault?.kind === "error") return Buffer.from(JSON.stringify(errorReply(id, fault, method, params)));
  return fault?.kind === "stale" ? history.pick(method, params, fault) : undefined;
}

/** An answer as whoever asked gets it: once, twice, or not at all. */
export function faulty(message: Buffer, fault: Fault | undefined): Buffer[] {
  switch (fault?.kind) {
    case "timeout":
      return fault.delayMs === undefined ? [] : [message];
    case "malformed":
      return [corrupt(message, fault)];
    case "duplicate":
      return [message, message];
    default:
      return [message];
  }
}

/**
 * An answer has come: notes what becomes of it, and resolves when it may go out; undefined where it may at once. When
 * `gone` fires, nobody waits for it any more.
 *
 * @param side whose answer it is
 */
export function held({ fault, note }: Asked, side: Side, gone: AbortSignal): Promise<void> | undefined {
  switch (fault?.kind) {
    case "reorder":
      return side.answers.wait(fault.holdMs, gone).then((came) => {
        if (!came) return note?.missed();
        note?.landed();
        return sleep(AHEAD, undefined, { signal: gone });
      });
    case "late":
      return side.requests.wait(fault.holdMs, gone).then((came) => (came ? note?.landed() : note?.missed()));
    case "lost_cancellation":
      note?.missed();
      return undefined;
  }
  note?.landed();
  const delay = fault?.kind === "latency" || fault?.kind === "timeout" ? fault.delayMs : undefined;
  return delay === undefined ? undefined : sleep(delay, undefined, { signal: gone });
}

/**
 * Resolves when a server that hangs goes on; rejects when `gone` fires, which for one that hangs for good is the only
 * end.
 */
export async function hung({ fault, note }: Asked, gone: AbortSignal): Promise<void> {
  if (fault?.kind !== "hang") return;
  note?.landed();
  if (fault.forMs !== undefined) return sleep(fault.forMs, undefined, { signal: gone });
  await new Promise((_, reject) => {
    gone.addEventListener("abort", () => reject(gone.reason), { once: true });
    if (gone.aborted) reject(gone.reason);
  });
}
