import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { writeAtomic } from "../../src/kernel/user-files.ts";
import { openWork } from "../environment.ts";
import { type PublicBug, readProject } from "../manifest.ts";
import { progress, runMain } from "../options.ts";
import { CASES } from "../root.ts";
import { type Bench, prepareBench } from "./bench.ts";
import { chart } from "./chart.ts";
import { measureBug } from "./measure.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { bugTable, localisationCsv, strictTable, summaryTable, timeText } from "./report.ts";
import { keep, kept, type Measured } from "./stored.ts";
import { studyTables } from "./study.ts";
import { type Judged, judgeBug } from "./verdicts.ts";

async function bugsOf({ project, bugs: chosen }: Options): Promise<PublicBug[]> {
  const all = await readProject(join(CASES, `${project}.json`));
  const bugs = chosen ? all.filter((bug) => chosen.has(bug.id)) : all;
  if (bugs.length === 0) throw new FaultlineError("bad-request", `${project} has none of the bugs asked for`);
  return bugs;
}

async function measureAll(options: Options, bugs: readonly PublicBug[], bench: Bench): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const bug of bugs) {
    const earlier = options.again ? await kept(bench.clues, bug) : undefined;
    if (!earlier) progress(`${bug.project} ${bug.id}`);
    const measured = earlier ?? (await measureBug(bug, bench));
    if (typeof measured === "string") {
      progress(`${bug.project} ${bug.id} is void: ${measured}`);
      continue;
    }
    if (!earlier) await keep(bench.clues, measured);
    all.push(measured);
  }
  return all;
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (!options) {
    process.stdout.write(USAGE);
    return;
  }
  const bugs = await bugsOf(options);
  openWork(options.work);
  const bench = await prepareBench(options.project, bugs, options);
  const measured = await measureAll(options, bugs, bench);
  if (measured.length === 0) throw new FaultlineError("not-found", "no bug is left to score");
  const judged = measured.map((bug) => judgeBug(bug, bench.suite));
  await writeAtomic(options.out, localisationCsv(judged));
  const picture = options.out.replace(/(\.csv)?$/, ".svg");
  await writeAtomic(picture, chart(judged, `${options.project}: ${judged.length} bugs of BugsInPy`));
  if (options.json !== undefined) await writeAtomic(options.json, `${JSON.stringify(judged.map(plain), null, 2)}\n`);
  const study = options.study === undefined ? [] : [await studyTables(options.study, judged)];
  process.stdout.write(`${[...tables(judged), ...study].join("\n\n")}\n`);
  progress(`CSV in ${options.out}, picture in ${picture}`);
}

function tables(judged: readonly Judged[]): string[] {
  return [
    `${judged.length} bugs; a statement is faulty where one of its lines is`,
    summaryTable(judged),
    "a statement is faulty where the line that it begins at is",
    strictTable(judged),
    "expected rank of the first faulty statement (line) and function (fn); – where the order has none",
    bugTable(judged),
    timeText(judged),
  ];
}

function plain({ bug: { clues: _clues, ...bug }, ...judged }: Judged) {
  return { ...bug, ...judged };
}

runMain("eval:localisation", main);
