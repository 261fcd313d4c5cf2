import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { writeAtomic } from "../../src/kernel/user-files.ts";
import { cleanEnv, openWork } from "../environment.ts";
import { installHooks } from "../installation.ts";
import { interpreterFor } from "../interpreters.ts";
import { type Bug, readBundled, readProject } from "../manifest.ts";
import { progress, runMain } from "../options.ts";
import { CASES } from "../root.ts";
import { type Measured, measureBug } from "./measure.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { COLUMNS, contextCsv, contextTable, misses, review } from "./report.ts";
import { prepareBench } from "./tools.ts";

async function bugsOf(options: Options): Promise<Bug[]> {
  const all: Bug[] =
    options.project === "bundled"
      ? await readBundled(join(CASES, "bundled"))
      : (await readProject(join(CASES, `${options.project}.json`))).filter((bug) => bug.origins.length > 0);
  const chosen = options.bugs ? all.filter((bug) => options.bugs?.has(bug.id)) : all;
  if (chosen.length === 0) throw new FaultlineError("bad-request", `${options.project} has none of the bugs asked for`);
  return chosen;
}

async function measureAll(options: Options, bugs: readonly Bug[]) {
  openWork(options.work);
  progress("preparing environments");
  const bench = await benchOf(bugs, options);
  for (const tool of bench.others) if (tool.absent) progress(`${tool.name} is not to be had: ${tool.absent}`);
  const shop = { work: options.work, repos: options.repos, env: cleanEnv(options.work) };
  // The bundled projects are smaller than what the hook speaks up for.
  const config = options.project === "bundled" ? { minFiles: 0, minLines: 0 } : {};
  const installation = await installHooks(join(options.work, "installation"), bench.python, config);
  const measured: Measured[] = [];
  for (const bug of bugs) {
    progress(`${bug.project} ${bug.id}`);
    measured.push(await measureBug(bug, bench, shop, installation));
  }
  return { measured, versions: bench.versions };
}

/** Tools in the environment that a project wants. */
async function benchOf([first]: readonly Bug[], { work, python, pythons, project }: Options) {
  if (first?.kind !== "public") return prepareBench(work, python);
  const venvs = join(work, "venvs", `context-${project}`);
  return prepareBench(work, await interpreterFor(first, pythons), venvs, first.suite?.requires);
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (!options) {
    process.stdout.write(USAGE);
    return;
  }
  const { measured, versions } = await measureAll(options, await bugsOf(options));
  await writeAtomic(options.out, contextCsv(measured));
  const missed = misses(measured);
  const parts = [
    contextTable(measured),
    COLUMNS.map(([name, meaning]) => `${name.padEnd(10)} ${meaning}`).join("\n"),
    `Cells are bytes and what is in them: L a line that the real fix changed, F its function.`,
    `With ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", ")}.`,
    missed === "" ? "No misses." : `misses\n\n${missed}`,
  ];
  if (options.review) parts.push(review(measured));
  process.stdout.write(`${parts.join("\n\n")}\n`);
  progress(`CSV in ${options.out}`);
}

runMain("eval:context", main);
