import type { Call } from "../debugging/engine.ts";
import type { ErrorStream } from "./shell.ts";

/** Milliseconds: what is over sooner needs no telling; how often one line is renewed; how often a line is added. */
const quiet = 1000;
const renewal = 100;
const repetition = 5000;

/** What is being done. */
export type Step = Parameters<NonNullable<Call["progress"]>>[0];

/**
 * Tells how far something is: on a terminal by one line that is renewed and at last removed, elsewhere by a line now
 * and then. Says nothing in the first second.
 */
export function startProgress({ write, columns }: ErrorStream) {
  const started = Date.now();
  let told = { at: 0, message: "" };
  let latest: { message: string; count: string } | undefined;
  const show = () => {
    const now = Date.now();
    if (!latest || now - started < quiet) return;
    const { message, count } = latest;
    if (columns === undefined) {
      if (message === told.message && now - told.at < repetition) return;
      write(`faultline: ${message}${count}\n`);
    } else {
      if (message === told.message && now - told.at < renewal) return;
      const line = `${Math.round((now - started) / 1000)} s  ${message}${count}`;
      // Room is left for the "^C" of a terminal.
      write(`\r\u001b[K${line.length < columns - 3 ? line : `${line.slice(0, columns - 5)}…`}`);
    }
    told = { at: now, message };
  };
  const timer = setInterval(show, columns === undefined ? repetition : 1000);
  timer.unref();
  const first = setTimeout(show, quiet);
  const step = (at: Step) => {
    latest = { message: at.message.replace(/\p{C}/gu, "?"), count: countOf(at) };
    show();
  };
  const end = () => {
    clearInterval(timer);
    clearTimeout(first);
    if (columns !== undefined && told.at > 0) write("\r\u001b[K");
  };
  return { step, end };
}

/** How far it is, to be put behind what is being done. */
export function countOf({ done, total }: Step): string {
  if (done === undefined) return "";
  return total === undefined ? `, ${done}` : `, ${done} of ${total}`;
}
