import type { SoFar } from "../agent/provider.ts";
import { startProgress } from "./progress.ts";
import type { ErrorStream } from "./shell.ts";

/** Tells how far a model's turn is, by one line of a terminal that is removed when the turn is over; elsewhere nothing. */
export function tellWriting(errors: ErrorStream): (step: number, soFar: SoFar | undefined) => void {
  if (errors.columns === undefined) return () => undefined;
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

function progressOf(step: number, { written, reading, output }: SoFar) {
  if (written === "" && !reading) return { message: `step ${step}: waiting for the model` };
  if (written === "" && reading) return { message: `step ${step}: tokens read`, ...reading };
  // Not every server tells of tokens before the end.
  return output
    ? { message: `step ${step}: tokens written`, done: output }
    : { message: `step ${step}: characters written`, done: written.length };
}
