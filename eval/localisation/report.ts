import { csvLine, median, table } from "../table.ts";
import { TECHNIQUES, type Technique } from "./orders.ts";
import { type Summary, summarise, TOPS, type Verdict } from "./score.ts";
import { type Judged, LEVELS, type Level } from "./verdicts.ts";

export const NAMES: Record<Technique, string> = {
  ochiai: "Ochiai",
  frames: "crash frames",
  "frames+ochiai": "crash frames, then Ochiai",
  faultline: "Faultline",
};

const TOP_HEAD = TOPS.map((top) => `@${top}`);

/** How many bugs have a faulty statement, and a faulty function, within the top N, in percent; and the exam scores. */
export function summaryTable(judged: readonly Judged[]): string {
  const rows = TECHNIQUES.map((one) => [
    NAMES[one],
    ...LEVELS.flatMap((level) => cells(summarise(judged.map(({ verdicts }) => verdicts[level][one])))),
  ]);
  return table(["order", ...LEVELS.flatMap((level) => [...TOP_HEAD.map((top) => headOf(level, top)), "exam"])], rows);
}

/** The same for statements that count only where the fix touched the line that they begin at. */
export function strictTable(judged: readonly Judged[]): string {
  const rows = TECHNIQUES.map((one) => [NAMES[one], ...cells(summarise(judged.map(({ strict }) => strict[one])))]);
  return table(["order", ...TOP_HEAD.map((top) => headOf("statements", top)), "exam"], rows);
}

function headOf(level: Level, top: string): string {
  return `${level === "statements" ? "statement" : "function"} ${top}`;
}

/** Summaries as cells: how many, and in percent. */
export function cells({ bugs, within, exam }: Summary): string[] {
  const tops = TOPS.map((top) => `${within[top]} (${((100 * within[top]) / bugs).toFixed(1)} %)`);
  return [...tops, exam.toFixed(4)];
}

/** Expected ranks and seconds, bug by bug. */
export function bugTable(judged: readonly Judged[]): string {
  const head = [
    "bug",
    "failure",
    "tests",
    "suite s",
    "Faultline s",
    "ratio",
    ...shortHeads("line"),
    ...shortHeads("fn"),
  ];
  const rows = judged.map(({ bug, verdicts }) => [
    bug.id,
    bug.failure,
    String(bug.tests.ran),
    bug.seconds.suite.toFixed(1),
    bug.seconds.faultline.toFixed(1),
    `${(bug.seconds.faultline / bug.seconds.suite).toFixed(1)}×`,
    ...LEVELS.flatMap((level) => TECHNIQUES.map((one) => rankText(verdicts[level][one]))),
  ]);
  return table(head, rows);
}

const SHORT: Record<Technique, string> = { ochiai: "Och", frames: "fr", "frames+ochiai": "fr+Och", faultline: "FL" };

function shortHeads(of: string): string[] {
  return TECHNIQUES.map((one) => `${of} ${SHORT[one]}`);
}

function rankText({ rank, found }: Verdict): string {
  return found ? rank.toFixed(1) : "–";
}

/** One sentence on the time that it took. */
export function timeText(judged: readonly Judged[]): string {
  const faultline = judged.map(({ bug }) => bug.seconds.faultline);
  const suite = judged.map(({ bug }) => bug.seconds.suite);
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const told = (of: readonly number[]) =>
    `${mean(of).toFixed(1)} s a bug in the mean (median ${median(of).toFixed(1)})`;
  return `Faultline: ${told(faultline)}; the plain suite: ${told(suite)}.`;
}

/** Every number, a line for each bug. */
export function localisationCsv(judged: readonly Judged[]): string {
  const groups = [...LEVELS, "first-line statements"] as const;
  const head = ["project", "bug", "test", "failure", "crashes", "tests", "passed", "tracer", "suite_s", "faultline_s"];
  const names = groups.flatMap((group) => TECHNIQUES.flatMap((one) => [`${group} ${one}`, `${group} ${one} exam`]));
  const rows = judged.map(({ bug, verdicts, strict }) => {
    const { project, id, nodeId, failure, crashes, tests, tracer, seconds } = bug;
    const all = [verdicts.statements, verdicts.functions, strict];
    return csvLine([
      ...[project, id, nodeId, failure, crashes, tests.ran, tests.passed, tracer],
      ...[seconds.suite.toFixed(2), seconds.faultline.toFixed(2)],
      ...all.flatMap((one) => TECHNIQUES.flatMap((name) => [one[name].rank.toFixed(3), one[name].exam.toFixed(6)])),
    ]);
  });
  return `${[csvLine([...head, ...names]), ...rows].join("\n")}\n`;
}
