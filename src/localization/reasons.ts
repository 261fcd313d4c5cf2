import { isIdle } from "./code.ts";
import type { Reason } from "./suspect.ts";
import type { Evidence } from "./suspicion.ts";

/** What the numbers of one piece of evidence are out of. */
export interface Whole {
  /** Passing tests of the spectrum. */
  passing: number;
  /** Steps of the failing test before the failing one. */
  steps: number;
}

const MOST_NAMES = 3;

/** Why a statement stands where it stands, each clause a measurement; the strongest first. */
export function reasonsFor(evidence: Evidence, whole: Whole): Reason[] {
  return [
    ...ofOrigin(evidence),
    ...ofFrame(evidence),
    ...ofStep(evidence, whole),
    ...ofValues(evidence),
    ...ofRuns(evidence, whole),
    ...ofCode(evidence),
  ];
}

function ofOrigin({ places: { origin } }: Evidence): Reason[] {
  if (!origin) return [];
  if (!origin.first) return [{ kind: "origin-chain", text: "the bad value came through here" }];
  const text = origin.found ? "the bad value was made here" : "the bad value is followed back to here";
  return [{ kind: "origin", text }];
}

function ofFrame({ places: { frame, onTheWay } }: Evidence): Reason[] {
  if (frame === 0) return [{ kind: "crash", text: "the exception came from here" }];
  if (frame !== undefined) return [{ kind: "crash-frame", text: "called what raised" }];
  return onTheWay ? [{ kind: "crash-frame", text: "in a function on the way to the exception" }] : [];
}

function ofStep({ part, afterwards }: Evidence, { steps }: Whole): Reason[] {
  const kind = "failing-step";
  const others = part.earlier === 0 ? "" : `, by ${part.earlier} of ${steps} other steps`;
  if (part.role === "never") return [{ kind, text: "not executed by any statement of the test itself" }];
  if (part.role === "earlier") return [{ kind, text: `not executed by the failing step${others}` }];
  if (afterwards) return [{ kind, text: "executed after the exception was raised" }];
  const when =
    part.position === 0 ? "last" : `followed by ${part.position} ${part.position === 1 ? "other" : "others"}`;
  const which = part.role === "failing" ? "the failing step" : "a step that the failing one builds on";
  return [{ kind, text: `executed by ${which} (${when})${others}` }];
}

function ofValues({ places: { differing } }: Evidence): Reason[] {
  if (differing.length === 0) return [];
  const names = differing.slice(0, MOST_NAMES).join(", ");
  const more = differing.length > MOST_NAMES ? ` and ${differing.length - MOST_NAMES} more` : "";
  return [{ kind: "differing-value", text: `${names}${more}: other values than in a similar passing test` }];
}

function ofRuns({ passing }: Evidence, whole: Whole): Reason[] {
  return [{ kind: "spectrum", text: `executed by ${passing} of ${whole.passing} passing tests` }];
}

/** How much code a statement is, which parts ties, says nothing to a reader. */
function ofCode({ text }: Evidence): Reason[] {
  return isIdle(text) ? [{ kind: "code", text: "computes nothing by itself" }] : [];
}
