import type { ServerContext } from "@modelcontextprotocol/server";
import type { Call } from "../debugging/engine.ts";
import { redact } from "../kernel/redact.ts";

type Request = ServerContext["mcpReq"];

/** Milliseconds: at most so often, and at least so often, so that a client that waits for signs of life goes on. */
const AT_MOST = 250;
const AT_LEAST = 5_000;

export interface Progress {
  report: NonNullable<Call["progress"]>;
  /** No more of it: the call has been answered. */
  end: () => void;
}

/**
 * Tells the caller how a call gets on, where it asked for that. The protocol wants a number that grows; phases of one
 * call count different things, so the number counts the notifications and the message has the rest.
 */
export function progressOf(request: Request): Progress {
  const token = request._meta?.progressToken;
  if (token === undefined) return { report: () => undefined, end: () => undefined };
  const started = Date.now();
  let count = 0;
  let last = "started";
  let told = 0;
  const send = (message: string) => {
    told = Date.now();
    count += 1;
    const params = { progressToken: token, progress: count, message: redact(message) };
    // A client that has gone hears nothing; the call ends by its signal.
    request.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  const heartbeat = setInterval(() => {
    if (Date.now() - told >= AT_LEAST) send(`${last}, ${Math.round((Date.now() - started) / 1000)} s`);
  }, 1_000);
  return {
    report(step) {
      const next = textOf(step);
      if (step.message === last && Date.now() - told < AT_MOST) return;
      last = step.message;
      send(next);
    },
    end: () => clearInterval(heartbeat),
  };
}

function textOf({ message, done, total }: Parameters<Progress["report"]>[0]): string {
  if (done === undefined) return message;
  return total === undefined ? `${message} (${done})` : `${message} (${done} of ${total})`;
}
