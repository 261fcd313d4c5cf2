import type { SoFar } from "../agent/provider.ts";
import { countOf, type Step, startProgress } from "./progress.ts";
import type { ErrorStream } from "./shell.ts";

/** Is told of each turn of a model while it is written, and once it is over. */
type Tell = (step: number, soFar: SoFar | undefined) => void;

/** Milliseconds between two lines where there is no terminal, and of a turn that is worth one. */
const REPETITION = 60_000;
const LONG = 10_000;

/**
 * Tells how far a model's turn is: on a terminal by one line that is removed when the turn is over, elsewhere by a line a
 * minute at most.
 */
export function tellWriting(errors: ErrorStream): Tell {
  return errors.columns === undefined ? byLines(errors) : onTerminal(errors);
}

function onTerminal(errors: ErrorStream): Tell {
  let shown: ReturnType<typeof startProgress> | undefined;
  return (step, soFar) => {
    if (!soFar) {
      shown?.end();
      shown = undefined;
      return;
    }
    shown ??= startProgress(errors);
    shown.step(progressOf(step, soFar));
  };
}

function byLines({ write }: ErrorStream): Tell {
  let told = Number.NEGATIVE_INFINITY;
  let latest: Step | undefined;
  let timer: NodeJS.Timeout | undefined;
  const watch = (started: number) => () => {
    const now = Date.now();
    if (!latest || now - started < LONG || now - told < REPETITION) return;
    told = now;
    write(`faultline: ${latest.message}${countOf(latest)}, ${Math.round((now - started) / 1000)} s\n`);
  };
  return (step, soFar) => {
    latest = soFar && progressOf(step, soFar);
    if (soFar) {
      timer ??= setInterval(watch(Date.now()), 1000).unref();
    } else {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function progressOf(step: number, { written, reading, output }: SoFar): Step {
  if (written === "" && !reading) return { message: `step ${step}: waiting for the model` };
  if (written === "" && reading) return { message: `step ${step}: tokens read`, ...reading };
  // Not every server tells of tokens before the end.
  return output
    ? { message: `step ${step}: tokens written`, done: output }
    : { message: `step ${step}: characters written`, done: written.length };
}
