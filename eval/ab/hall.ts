import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { makeFolder } from "../../src/kernel/files.ts";
import type { Workshop } from "../checkout.ts";
import { cleanEnv, importsOf, openWork, venv } from "../environment.ts";
import { interpreterFor } from "../interpreters.ts";
import type { Bug } from "../manifest.ts";
import { progress } from "../options.ts";
import { type Case, nameOf, prepareCase } from "./case.ts";
import { isolationHere } from "./confinement.ts";
import { copyFaultline } from "./faultline-copy.ts";
import type { Options } from "./options.ts";
import { withoutPlaces } from "./places.ts";
import type { RunSession } from "./run-all.ts";
import { type Hall, placesOf, runSession } from "./run-session.ts";

const LIMITS = { seconds: 900, turns: 80 };

/** Makes the folders of a run, and finds out how agents can be kept in. */
export async function openHall(options: Options): Promise<Hall> {
  const { work, out, repos, seed } = options;
  openWork(work);
  makeFolder(join(work, "sessions"));
  const faultline = join(work, "faultline");
  await copyFaultline(faultline);
  const isolation = await isolationHere(cleanEnv(work));
  if (isolation === "proxy")
    progress("this machine makes no namespaces: agents are only told to leave the network and other folders alone");
  return { work, out, faultline, repos, seed, isolation, limits: LIMITS };
}

/**
 * Runs sessions on this machine.
 *
 * @param bugOf finds the bug of a case by its name
 */
export function sessionsHere(
  options: Options,
  hall: Hall,
  bugOf: (name: string) => Promise<Bug>,
  signal: AbortSignal,
): RunSession {
  const cases = new Map<string, Promise<Case>>();
  let last: Promise<unknown> = Promise.resolve();
  const caseOf = (name: string): Promise<Case> => {
    const known = cases.get(name);
    if (known) return known;
    // One after the other: they share a repository.
    const made = last.then(async () => prepare(await bugOf(name), options));
    last = made.catch(() => undefined);
    cases.set(name, made);
    return made;
  };
  return async (planned) => {
    const of = await caseOf(planned.key.case);
    if (of.void !== undefined) return { void: withoutPlaces(of.void, placesOf(hall)) };
    const result = await runSession(planned, of, hall, signal);
    return result && { result };
  };
}

/** Makes a bug ready in the test environment of its project. */
async function prepare(bug: Bug, { work, repos, pythons }: Options): Promise<Case> {
  const bare = cleanEnv(work);
  const shop: Workshop = { work, repos, env: bare };
  const python = await interpreterFor(bug, pythons);
  const suite = bug.kind === "public" ? bug.suite : undefined;
  progress(`${nameOf(bug)}: making it ready, and running its tests before and after the fix`);
  const made = await venv(join(work, "venvs", bug.project), python, ["pytest", ...(suite?.requires ?? [])], [], bare);
  return prepareCase(bug, shop, { python: made.python, env: { ...cleanEnv(work, made), ...importsOf(suite) } });
}

/** Finds a bug among some by the name of its case. */
export function among(bugs: readonly Bug[]): (name: string) => Promise<Bug> {
  return async (name) => {
    const found = bugs.find((bug) => nameOf(bug) === name);
    if (found) return found;
    throw new FaultlineError("internal", `no case ${name}`);
  };
}
