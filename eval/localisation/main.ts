import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { type PublicBug, readProject } from "../manifest.ts";
import { progress, runMain } from "../options.ts";
import { CASES } from "../root.ts";
import { type Bench, prepareBench } from "./bench.ts";
import { measureBug } from "./measure.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { keep, kept, type Measured } from "./stored.ts";

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
  await mkdir(join(options.work, "home"), { recursive: true });
  const bench = await prepareBench(options.project, bugs, options);
  const measured = await measureAll(options, bugs, bench);
  progress(`${measured.length} bugs`);
}

runMain("eval:localisation", main);
