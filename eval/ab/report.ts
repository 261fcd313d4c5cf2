import { buildName, type Measured } from "./build.ts";
import type { Compared } from "./compared.ts";
import { CHANGES, glance, silenceText } from "./glance.ts";
import { type Group, groupsOf, isOverlap, isSimulated } from "./groups.ts";
import { counts } from "./paired.ts";
import { leaksText, policiesText, problemsText, voidsText } from "./report-notes.ts";
import { casesTable, fixedText, pairedTable } from "./report-tables.ts";
import type { SessionResult } from "./result.ts";
import type { Voids } from "./voids.ts";
import { counted } from "./words.ts";

/** The name of the picture of everything. */
export const OVERVIEW = "overview.svg";

/** What a report tells of besides results. */
export interface Besides {
  voids: Voids;
  /** The Faultline that the results are of, where it is known. */
  measured: Measured | undefined;
}

/** What stands above and behind every table of a simulation. */
const SIMULATION = "**Simulation**: the model's part is played by a scripted policy, not by a model.";

/**
 * The whole report, in Markdown. Pictures stand beside it: one of everything, and one for each comparison
 * (see `pictureOf`).
 *
 * @param results in the order in which they are to be told of
 */
export function reportText(
  results: readonly SessionResult[],
  arms: readonly string[],
  compared: readonly Compared[],
  { voids, measured }: Besides,
): string {
  const sections = groupsOf(results).flatMap((group) => [
    `## ${group.cases}, ${group.agent}${isSimulated(group) ? " (simulation)" : ""}`,
    ...(isSimulated(group) ? [SIMULATION] : []),
    ...compared.filter((one) => isOf(one, group)).flatMap(comparisonText),
    // The cases stand in the groups of their own projects.
    ...(isOverlap(group) ? [] : [casesTable(group, arms)]),
  ]);
  return `${[
    head(results, arms, measured),
    ...(compared.length === 0 ? [] : [`## At a glance`, `![All changes](${OVERVIEW})`]),
    summaryText(results, arms, compared),
    ...sections,
    policiesText(results),
    voidsText(voids),
    leaksText(results),
    problemsText(results),
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

/** All agents together and what small repositories got: what stands first in the report, and on a terminal. */
export function summaryText(
  results: readonly SessionResult[],
  arms: readonly string[],
  compared: readonly Compared[],
): string {
  const simulated = compared.some(({ group }) => isSimulated(group));
  return [
    ...(compared.length === 0 ? [] : [...(simulated ? [SIMULATION] : []), CHANGES, glance(compared)]),
    silenceText(results, arms),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The name of a comparison's picture. */
export function pictureOf({ group, other }: Compared): string {
  return `tokens-${group.cases}-${group.agent}-${other}.svg`.replaceAll(/[^\w.-]+/g, "-");
}

function head(results: readonly SessionResult[], arms: readonly string[], measured: Measured | undefined): string {
  const valid = results.filter(counts);
  const isolation = [...new Set(results.map((result) => result.isolation))].join(", ");
  const counters = [...new Set(results.map(({ record }) => record.tokens.counter))].join("; ");
  return [
    "# A/B comparison",
    `${counted(results.length, "session")}, ${valid.length} of which count, on ${counted(new Set(valid.map((one) => one.case)).size, "case")}; arms ${arms.join(", ")}.`,
    ...(measured === undefined ? [] : [measuredText(measured)]),
    `Each session had a fresh checkout, and its diff was judged in another one, with tests that it had not seen. Isolation: ${isolation}. Tokens counted by: ${counters}.`,
  ].join("\n\n");
}

function measuredText(measured: Measured): string {
  const { unknown } = measured;
  const before = unknown === 0 ? "" : ` This was noted when ${counted(unknown, "session")} had been run already.`;
  return `${buildName(measured)}.${before}`;
}

function isOf({ group }: Compared, { cases, agent }: Group): boolean {
  return group.cases === cases && group.agent === agent;
}

function comparisonText(one: Compared): string[] {
  const drawn = one.metrics.length > 0 ? [`![${one.other} against ${one.base}](${pictureOf(one)})`] : [];
  return [...drawn, pairedTable(one), fixedText(one)];
}
