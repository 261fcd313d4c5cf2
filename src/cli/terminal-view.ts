import type { AnsweredSuspect, Investigation, Omitted, OriginFacts, Place } from "../debugging/reports.ts";
import { BAD } from "../hook/origin-text.ts";
import { isIdle } from "../localization/code.ts";
import { codeRows } from "./terminal-code.ts";
import { clip, clipStart, columnsOf, heading, type Paper, visible, wrap } from "./terminal-text.ts";
import { valueRows } from "./terminal-values.ts";

const badWords: Record<string, string> = BAD;

/** So many are shown; the JSON has all that the budget allows. */
const most = { suspects: 5, tied: 3, functions: 3, message: 12, step: 240 };

/**
 * An investigation for a person at a terminal.
 *
 * @param fetch the command that prints the evidence behind a handle
 */
export function terminalView(investigation: Investigation, paper: Paper, fetch: (handle: string) => string): string {
  const answer = visibleTexts(investigation) as Investigation;
  const sections = [
    verdict(answer, paper),
    order(answer, paper),
    origin(answer.origin, paper),
    suspects(answer, paper),
    functions(answer, paper),
    valueRows(answer.differences, answer.passing, paper),
    codeRows(answer.excerpts, paper),
    conduct(answer, paper),
    footer(answer, paper, fetch),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function verdict({ status, nodeId, problem, notes, failure }: Investigation, paper: Paper): string[] {
  const { paint, width } = paper;
  const style = status === "passed" ? "green" : status === "failed" || status === "order-dependent" ? "red" : "yellow";
  const word = status === "deadline" ? "TIME UP" : status.toUpperCase();
  const crash = failure?.crash;
  return [
    `${paint(style, paint("bold", word))}  ${wrap(nodeId, width - word.length - 2, "  ").join("\n")}`,
    ...[problem ?? "", ...notes].filter(Boolean).flatMap((line) => wrap(line, width, "  ")),
    ...(failure ? message(failure.exception, paper) : []),
    ...(failure && failure.phase !== "call" ? [`in the ${failure.phase} of the test`] : []),
    ...(crash ? [`  at ${place(crash, width - 5)}`, ...source(crash.source, 7, paper)] : []),
  ];
}

function message({ type, message }: { type: string; message: string }, { width, paint }: Paper): string[] {
  const lines = wrap(message === "" ? type : `${type}: ${message}`, width, "  ");
  const kept = lines.length > most.message ? [...lines.slice(0, most.message - 1), "  …"] : lines;
  return kept.map((line) => paint("bold", line));
}

function order({ orderDependence }: Investigation, paper: Paper): string[] {
  if (!orderDependence) return [];
  const { polluters, minimal, runs } = orderDependence;
  return [
    ...heading(paper, "It passes alone, and fails after"),
    ...polluters.map((polluter) => `  ${clip(polluter, paper.width - 2)}`),
    ...wrap(howShort(polluters.length, minimal, runs), paper.width, "  ").map((line) => paper.paint("dim", line)),
  ];
}

function howShort(count: number, minimal: boolean, runs: number): string {
  const found = `found in ${runs} ${runs === 1 ? "run" : "runs"}`;
  if (!minimal) return `  ${found}; there was no time to see whether fewer of them are enough`;
  return `  ${found}; ${count === 1 ? "it is enough by itself" : "all of them are needed"}`;
}

function origin(facts: OriginFacts | undefined, paper: Paper): string[] {
  if (!facts || facts.steps.length === 0) return [];
  const what = badWords[facts.bad] ?? BAD.unknown;
  const found = facts.status === "found";
  const title = found ? `Where ${what} was made, and its way to the crash` : `Where ${what} was last seen for certain`;
  return [
    ...heading(paper, title, found ? undefined : facts.reason),
    ...byLine(facts.steps).flatMap((steps, at) => {
      const what = steps.map((step, of) => stepWords(step, at + of === 0 && found)).join(", ");
      const [step] = steps as [Step];
      const [first, ...rest] = stopRows(place(step, paper.width - 2), `· ${clip(what, most.step)}`, paper);
      return [`${at === 0 ? "  " : "↓ "}${first}`, ...rest, ...source(step.source, 4, paper)];
    }),
  ];
}

/** Where a value was, and what became of it there: behind that, or below it where both do not fit on one line. */
function stopRows(where: string, what: string, { width, paint }: Paper): string[] {
  if (columnsOf(where) + columnsOf(what) + 4 <= width) return [`${where}  ${paint("dim", what)}`];
  return [where, ...wrap(what, width - 4, "  ").map((line) => `    ${paint("dim", line)}`)];
}

type Step = OriginFacts["steps"][number];

/** Steps in a row at the same line are one stop on the way. */
function byLine(steps: readonly Step[]): Step[][] {
  const stops: Step[][] = [];
  for (const step of steps) {
    const last = stops.at(-1);
    if (last?.[0]?.path === step.path && last[0].line === step.line) last.push(step);
    else stops.push([step]);
  }
  return stops;
}

function stepWords({ kind, name, note }: Step, isOrigin: boolean): string {
  if (isOrigin) return `made here: ${note ?? kind.replace("-", " ")}`;
  const words = [kind === "crash" ? "crash on" : kind.replace("-", " "), name ?? ""].join(" ").trim();
  return note === undefined ? words : `${words} (${note})`;
}

function suspects({ suspects, coverage }: Investigation, paper: Paper): string[] {
  if (suspects.length === 0) return [];
  // Of many that are tied, some are as good as all.
  const first = suspects.filter(
    ({ rank }, at) => suspects.slice(0, at).filter((other) => other.rank === rank).length < most.tied,
  );
  const top = first.slice(0, most.suspects);
  // What computes nothing stands last, if anything does that may be wrong.
  const shown = top.slice(0, top.findLastIndex((suspect) => !isIdle(suspect.source)) + 1 || top.length);
  const tests = coverage && `measured over ${coverage.tests} ${coverage.tests === 1 ? "test" : "tests"}`;
  return [
    ...heading(paper, "Suspects", tests),
    ...shown.flatMap((suspect, at) => suspectRows(suspect, shown[at - 1], paper)),
    ...more(suspects.length - shown.length, paper),
  ];
}

function suspectRows(suspect: AnsweredSuspect, before: AnsweredSuspect | undefined, paper: Paper): string[] {
  const why = reasonsOf(suspect);
  const again = before?.rank === suspect.rank && reasonsOf(before) === why;
  return [
    rankedRow(suspect, before, paper),
    ...source(suspect.source, 11, paper),
    ...(again ? [] : wrap(why, paper.width - 11).map((line) => `${" ".repeat(11)}${paper.paint("dim", line)}`)),
  ];
}

function reasonsOf({ why }: AnsweredSuspect): string {
  return why.join("; ");
}

/** The rank once for all that share it, with how many they are: those that are not shown, too. */
function rankedRow(suspect: AnsweredSuspect, before: AnsweredSuspect | undefined, paper: Paper): string {
  const { rank, tied } = suspect;
  const first = before?.rank !== rank;
  const column = tied > 1 ? `${rank}–${rank + tied - 1}` : `${rank}`;
  const tie = first && tied > 1 ? `  ${tied} tied` : "";
  const where = place(suspect, paper.width - 9 - tie.length);
  return `${paper.paint("bold", (first ? column : "").padStart(7))}  ${where}${paper.paint("yellow", tie)}`;
}

function functions({ functions }: Investigation, paper: Paper): string[] {
  if (functions.length === 0) return [];
  const rows = functions.slice(0, most.functions).map((each, at) => rankedRow(each, functions[at - 1], paper));
  return [...heading(paper, "Functions"), ...rows, ...more(functions.length - most.functions, paper)];
}

function conduct({ steps, coverage, seconds }: Investigation, paper: Paper): string[] {
  if (steps.length === 0) return [];
  const suite = coverage && !coverage.complete ? "the time was up before the whole suite had run" : undefined;
  return [
    ...heading(paper, `What was done in ${seconds.toFixed(1)} s`, suite),
    ...steps.flatMap((step) =>
      wrap(step, paper.width - 4).map((line, at) => (at === 0 ? `  - ${line}` : `    ${line}`)),
    ),
  ];
}

function footer(
  { rerun, omitted, evidence }: Investigation,
  paper: Paper,
  fetch: (handle: string) => string,
): string[] {
  return [
    // Unbroken, to be copied.
    ...(rerun === undefined ? [] : [`Run it: ${rerun}`]),
    ...omitted.map(({ what, count, handle }: Omitted) => {
      const how = handle === undefined ? "" : `: ${fetch(handle)}`;
      return `Left out: ${count} ${label(what, count)}${how}`;
    }),
    ...(evidence === undefined ? [] : [`All of it: ${fetch(evidence)}`]),
  ].map((line) => paper.paint("dim", line));
}

function label(what: string, count: number): string {
  if (what === "the rest") return "items";
  if (what === "texts") return count === 1 ? "text that was cut" : "texts that were cut";
  return what;
}

function more(count: number, { paint }: Paper): string[] {
  return count > 0 ? [paint("dim", `${" ".repeat(9)}… and ${count} more`)] : [];
}

/** Where something is; a long path loses its beginning. */
function place({ path, line, function: name }: Place, width: number): string {
  const inside = name === "" ? "" : ` in ${name}`;
  return clip(clipStart(`${path}:${line}`, width) + inside, width);
}

function source(text: string, indent: number, { width }: Paper): string[] {
  return text === "" ? [] : [`${" ".repeat(indent)}${clip(text.trim(), width - indent)}`];
}

function visibleTexts(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (Array.isArray(value)) return value.map(visibleTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visibleTexts(member)]));
}
