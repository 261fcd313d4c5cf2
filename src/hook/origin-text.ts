import { type FailureContext, shownPath } from "../debugging/failure-context.ts";
import { numbered, RANK, type RankedLine } from "./ranked-lines.ts";
import { shorten } from "./text.ts";

type Origin = NonNullable<FailureContext["origin"]>;

/** What the origin is the origin of, in the words of a sentence. */
export const BAD: Record<Origin["bad"], string> = {
  none: "the None",
  "missing-key": "the container without that key",
  "short-sequence": "the sequence that is too short",
  "wrong-type": "the value of the wrong type",
  zero: "the zero",
  "unset-name": "the unset name",
  rejected: "the value that was not accepted",
  unknown: "the bad value",
};

/** Where the bad value was made, with the source around, and the way from there to the crash. */
export function originBlock({ origin, source, crash }: FailureContext, root: string): RankedLine[] {
  const made = origin?.steps[0];
  if (!origin || origin.status === "none" || !made) return [];
  const what = BAD[origin.bad];
  const where = `${shownPath(root, made.path)}:${made.line} in ${made.function}`;
  const title =
    origin.status === "found"
      ? `Origin (measured): ${what} was made at ${where}${made.note ? ` — ${made.note}` : ""}:`
      : `Origin not certain: ${what} was last seen at ${where}${origin.reason ? ` (${origin.reason})` : ""}:`;
  const marked = crash?.path === made.path ? crash.line : undefined;
  const lines = numbered(source.origin, { line: made.line, marked });
  const shown = lines.length > 0 ? lines : [{ text: `>${made.line} ${made.source}`, rank: RANK.origin }];
  return [
    { text: title, rank: RANK.origin },
    ...shown.map((line) => (line.rank === RANK.place ? { ...line, rank: RANK.origin } : line)),
    ...way(origin.steps, root),
  ];
}

function way(steps: Origin["steps"], root: string): RankedLine[] {
  const between = steps.slice(1, -1);
  if (between.length === 0) return [];
  const rows = between.map((step, at) => ({
    text: `  ${shownPath(root, step.path)}:${step.line} ${step.kind}${step.name ? ` ${step.name}` : ""}: ${shorten(step.source, 120)}`,
    // Both ends of the way tell more than its middle.
    rank: RANK.chain + Math.min(at, between.length - 1 - at) / 100,
  }));
  return [{ text: "Its way to the crash:", rank: RANK.chain }, ...rows];
}
