import { type FailureContext, shownPath } from "../debugging/failure-context.ts";
import { redactSource } from "../kernel/redact.ts";
import { RANK, type RankedLine, type Told } from "./ranked-lines.ts";
import { firstLine, shorten } from "./text.ts";

type Origin = NonNullable<FailureContext["origin"]>;
type Step = Origin["steps"][number];

/** A row without its source is still long enough; one with more is no quicker to read. */
const SOURCE = 120;
/** So many rows tell where an uncertain way leads; of more, the middle is left out. */
const SHORT_WAY = 3;
/** The output of the run names the callers, too: those nearest to the crash are worth a second look. */
const CALLERS = 4;

/**
 * The way of a value from where it was made to the crash, one row for each line of source. Of a way whose beginning is
 * not certain only its ends are told: how the value went on from the last known place, and how it came to the crash.
 */
export function wayBlock({ status, steps }: Origin, root: string, told: Told): RankedLine[] {
  const ends = [steps[0], steps.at(-1)];
  const between = steps.slice(1, -1).filter((step) => !ends.some((end) => end && isAt(end, step)));
  const places = between.filter((step, at) => between.findIndex((other) => isAt(other, step)) === at);
  if (places.length === 0) return [];
  const row = (step: Step) => rowOf(step, between, root, told);
  const middle =
    status === "found" || places.length <= SHORT_WAY ? places.slice(1, -1).map(row) : [`  … ${places.length - 2} more`];
  const rows = [...places.slice(0, 1).map(row), ...middle, ...places.slice(1).slice(-1).map(row)];
  return [
    { text: "Its way to the crash:", rank: RANK.chain },
    // Both ends of the way tell more than its middle.
    ...rows.map((text, at) => ({ text, rank: RANK.chain + Math.min(at, rows.length - 1 - at) / 100 })),
  ];
}

function rowOf(step: Step, between: readonly Step[], root: string, told: Told): string {
  const here = between.filter((other) => isAt(other, step));
  const kinds = new Set(here.map(({ kind, name }) => `${kind}${name ? ` ${name}` : ""}`));
  const code = told.add(step) ? `: ${shorten(redactSource(step.source), SOURCE)}` : "";
  return `  ${shownPath(root, step.path)}:${step.line} ${[...kinds].join(", ")}${code}`;
}

/** The callers that led to the crash site, but for those that are shown already. */
export function routeBlock({ sites, crash }: FailureContext, root: string, told: Told): RankedLine[] {
  const way = sites.filter((site) => !(crash && isAt(site, crash)) && told.add(site)).slice(-CALLERS);
  if (way.length === 0) return [];
  const rows = way.map((site, at) => ({
    text: `  ${shownPath(root, site.path)}:${site.line}${site.function ? ` in ${site.function}` : ""}${site.code ? `: ${shorten(firstLine(redactSource(site.code)), SOURCE)}` : ""}`,
    // The callers nearest to the crash tell most.
    rank: RANK.route + (way.length - at) / 1000,
  }));
  return [{ text: "Called by way of:", rank: RANK.route }, ...rows];
}

function isAt(one: { path: string; line: number }, other: { path: string; line: number }): boolean {
  return one.path === other.path && one.line === other.line;
}
