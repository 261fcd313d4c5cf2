import type { PassingTest, ValueDifference } from "../debugging/reports.ts";
import { clip, columnsOf, heading, type Paper, pad, wrap } from "./terminal-text.ts";

/** So many names are shown, and so many lines of one value. */
const most = { names: 8, lines: 3 };

/** What names held in the failing and in the passing test: beside each other where both fit, else below. */
export function valueRows(
  differences: readonly ValueDifference[],
  passing: PassingTest | undefined,
  paper: Paper,
): string[] {
  if (differences.length === 0) return [];
  const shown = differences.slice(0, most.names);
  const { paint, width } = paper;
  const like = passing && `compared with ${passing.nodeId}, which passes`;
  const rows = shown.flatMap((difference, at) => {
    const before = shown[at - 1];
    const again = before?.path === difference.path && before.line === difference.line;
    const { path, line, function: name } = difference;
    const where = clip(`  ${path}:${line}${name === "" ? "" : ` in ${name}`}`, width);
    return [...(again ? [] : [where]), ...nameRows(difference, paper)];
  });
  const rest = differences.length - shown.length;
  return [
    ...heading(paper, "Values that differ", like),
    ...rows,
    ...(rest > 0 ? [paint("dim", `    … and ${rest} more`)] : []),
  ];
}

function nameRows(difference: ValueDifference, paper: Paper): string[] {
  const { paint, width } = paper;
  const nothing = (side: "in failing" | "in passing") =>
    difference.missing === side ? ["(not set)"] : ["(not reached)"];
  const failing = difference.failing.length > 0 ? difference.failing : nothing("in failing");
  const passing = difference.passing.length > 0 ? difference.passing : nothing("in passing");
  const column = Math.floor((width - nameWidth - 28) / 2);
  const fits = [...failing, ...passing].every((value) => !value.includes("\n") && columnsOf(value) <= column);
  const name = clip(difference.name, width - 4);
  if (fits && columnsOf(name) <= nameWidth) return besides(name, failing, passing, column, paper);
  const both = failing.filter((value) => passing.includes(value));
  const own = (values: readonly string[]) => values.filter((value) => !both.includes(value));
  return [
    `    ${paint("bold", name)}`,
    ...side(paint("dim", "both   "), both, paper),
    ...side(paint("red", "failing"), own(failing), paper),
    ...side(paint("green", "passing"), own(passing), paper),
  ];
}

function side(label: string, values: readonly string[], { width }: Paper): string[] {
  const lines = values.flatMap((value) => shortened(wrap(value, width - 15)));
  return lines.map((line, at) => `      ${at === 0 ? label : "       "}  ${line}`);
}

const nameWidth = 18;

function besides(
  name: string,
  failing: readonly string[],
  passing: readonly string[],
  column: number,
  { paint }: Paper,
): string[] {
  return Array.from({ length: Math.max(failing.length, passing.length) }, (_, at) => {
    const first = at === 0;
    const left = `${paint("red", first ? "failing" : "       ")}  ${pad(failing[at] ?? "", column)}`;
    const right = at < passing.length ? ` ${paint("green", first ? "passing" : "       ")}  ${passing[at]}` : "";
    return `    ${paint("bold", pad(first ? name : "", nameWidth))}  ${left}  │${right}`;
  });
}

function shortened(lines: string[]): string[] {
  return lines.length <= most.lines ? lines : [...lines.slice(0, most.lines - 1), "…"];
}
