import { type FailureContext, shownPath } from "../debugging/failure-context.ts";
import { numbered, RANK, type RankedLine, type Told } from "./ranked-lines.ts";

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

/** Where the bad value was made or last seen, with the source around. */
export function originBlock(
  { source, crash }: FailureContext,
  { bad, status, reason, steps: [made] }: Origin,
  root: string,
  told: Told,
): RankedLine[] {
  if (!made) return [];
  const where = `${shownPath(root, made.path)}:${made.line} in ${made.function}`;
  const title =
    status === "found"
      ? `Origin (measured): ${BAD[bad]} was made at ${where}${made.note ? ` — ${made.note}` : ""}`
      : `Origin not certain: ${BAD[bad]} was last seen at ${where}${reason ? ` (${reason})` : ""}`;
  if (told.has(made)) return [{ text: `${title}.`, rank: RANK.origin }];
  const marked = crash?.path === made.path ? crash.line : undefined;
  const lines = numbered(source.origin, { path: made.path, line: made.line, rank: RANK.origin, marked, told });
  const shown = lines.length > 0 ? lines : [{ text: `>${made.line} ${made.source}`, rank: RANK.origin, shows: made }];
  return [{ text: `${title}:`, rank: RANK.origin, marks: made }, ...shown];
}
