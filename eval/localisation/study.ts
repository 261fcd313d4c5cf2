import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { table } from "../table.ts";
import { TECHNIQUES } from "./orders.ts";
import { cells, NAMES } from "./report.ts";
import { summarise, type Verdict } from "./score.ts";
import { type Judged, LEVELS, type Level } from "./verdicts.ts";

/** What the replication package of the study has for each bug, technique and level. */
interface Published {
  technique: string;
  bug: string;
  verdict: Verdict;
  seconds: number;
}

const FILES: Record<Level, string[]> = {
  statements: ["output_fauxpy_statement/fauxpy_statement_all", "output_avg_statement/avg_statement_all"],
  functions: ["output_fauxpy_function/fauxpy_function_all", "output_avg_function/avg_function_all"],
};

/**
 * The published results for those of our bugs that the study has, with ours for the same bugs: statements by the line
 * that they begin at, which is nearest to the study's units.
 *
 * @param folder a clone of the replication package
 */
export async function studyTables(folder: string, judged: readonly Judged[]): Promise<string> {
  const parts: string[] = [];
  for (const level of LEVELS) {
    const published = (await Promise.all(FILES[level].map((file) => readDetails(folder, file)))).flat();
    const theirs = new Set(published.map(({ bug }) => bug));
    const same = judged.filter(({ bug }) => theirs.has(`${bug.project}:${bug.id}`));
    const ids = new Set(same.map(({ bug }) => `${bug.project}:${bug.id}`));
    const rows = [...new Set(published.map(({ technique }) => technique))].map((technique) => {
      const of = published.filter((one) => one.technique === technique && ids.has(one.bug));
      const told = meanSeconds(of.map(({ seconds }) => seconds));
      return [`${technique} (published)`, ...cells(summarise(of.map(({ verdict }) => verdict))), told];
    });
    const mean = meanSeconds(same.map(({ bug }) => bug.seconds.faultline));
    const ours = TECHNIQUES.map((one) => [
      `${NAMES[one]} (here)`,
      ...cells(summarise(same.map((each) => (level === "functions" ? each.verdicts.functions : each.strict)[one]))),
      mean,
    ]);
    const head = ["order", "@1", "@3", "@5", "@10", "exam", "s per bug"];
    parts.push(`${level} of the ${same.length} bugs that are in the study\n\n${table(head, [...rows, ...ours])}`);
  }
  return parts.join("\n\n");
}

/** The package has -1 for what is put together from others. */
function meanSeconds(of: readonly number[]): string {
  return of.some((one) => one < 0) ? "–" : (of.reduce((sum, one) => sum + one, 0) / of.length).toFixed(1);
}

async function readDetails(folder: string, name: string): Promise<Published[]> {
  const file = join(folder, "metric_computation", `${name}_detailed.csv`);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new FaultlineError("not-found", `${file} is not there`, { cause });
  });
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const columns = head.split(",");
  return lines.map((line) => {
    const values = line.split(",");
    const of = (column: string) => values[columns.indexOf(column)] ?? "";
    return {
      technique: of("technique"),
      bug: `${of("project_name")}:${of("bug_number")}`,
      verdict: {
        rank: Number(of("e_inspect")),
        found: of("is_bug_localized") === "1",
        exam: Number(of("exam_score")),
      },
      seconds: Number(of("experiment_time_seconds")),
    };
  });
}
