import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { relative } from "node:path";
import { repoRoot } from "../kernel/repo.ts";
import { repoState } from "../kernel/state.ts";
import { parseTestCommand, type TestCommand } from "../pytest/command.ts";
import { rerunCommand } from "../pytest/rerun.ts";
import { type ParsedRun, parseRun } from "../pytest/run.ts";
import { type HookConfig, readConfig } from "./config.ts";
import type { CommandEvent } from "./event.ts";
import type { HookDeps } from "./handler.ts";
import { once } from "./once.ts";
import { additionalContext, type HookOutput } from "./output.ts";
import { type Place, placeOf } from "./place.ts";
import { projectPython } from "./project-python.ts";
import { repoSize } from "./repo-size.ts";
import { withReports } from "./reports.ts";
import { changedSince, readMemory, type SessionMemory, writeMemory } from "./session.ts";
import { type Facts, silenceRules } from "./silence.ts";

/** So much of the end of a whole output is read, in bytes. */
const MOST_OUTPUT = 2_000_000;

/** Explains a failed test run, unless a rule asks for silence. */
export async function onCommand(event: CommandEvent, deps: HookDeps): Promise<HookOutput | undefined> {
  const command = parseTestCommand(event.command, deps.env);
  const printed = parseRun(command && event.outputFile ? tailOf(event.outputFile, event.output) : event.output);
  const place = command && placeOf(event.cwd, command);
  const root = repoRoot(place?.cwd ?? event.cwd);
  const run = await withReports(printed, { event, deps, root, place });
  const scene: Scene = { event, deps, root, state: repoState(root, deps.env), command, run, place };
  const config = readConfig(deps.installation, root);
  const memory = readMemory(scene.state, event.session);
  const facts = gatherFacts(scene, config, memory);
  for (const rule of silenceRules) {
    if (config.disabledSilenceRules.includes(rule.name)) continue;
    const fires = await rule.fires(facts);
    deps.decided(rule.name, fires ? `silence: ${rule.when}` : "does not apply");
    if (fires) return undefined;
  }
  return speak(scene, facts, memory);
}

/** One command, and where it ran. */
interface Scene {
  event: CommandEvent;
  deps: HookDeps;
  root: string;
  state: string;
  command: TestCommand | undefined;
  run: ParsedRun;
  place: Place | undefined;
}

async function speak(scene: Scene, facts: Facts, memory: SessionMemory): Promise<HookOutput | undefined> {
  const { event, deps, command, place } = scene;
  const context = await facts.context();
  if (!context || !command || !place) return undefined;
  const { injection } = await import("./injection.ts");
  const again = rerunCommand(
    place.moved ? { ...command, cwd: "" } : command,
    context.nodeIds.slice(0, 3),
    command.runner === "pytest" ? undefined : ownPytest(scene, place),
  );
  const text = injection(context, scene.root, again);
  if (deps.remember) {
    const { keys } = await facts.printed();
    const told = Object.fromEntries([...keys, ...context.keys].map((key) => [key, deps.now()]));
    writeMemory(scene.state, event.session, { ...memory, explained: { ...memory.explained, ...told } });
  }
  deps.decided("injection", `${Buffer.byteLength(text)} bytes, origin ${context.origin?.status ?? "not measured"}`);
  return additionalContext(event, text);
}

/** How to start pytest where the runner cannot be told which tests to run. */
function ownPytest({ deps, root }: Scene, { cwd }: Place): string[] {
  const python = projectPython(deps.installation, root);
  if (python === undefined) return ["python", "-m", "pytest"];
  return [python.startsWith(`${root}/`) ? relative(cwd, python) : python, "-m", "pytest"];
}

function gatherFacts(scene: Scene, config: HookConfig, memory: SessionMemory): Facts {
  const { event, deps, root, state, command, run, place } = scene;
  const request = once(async () => {
    if (!command || !place) throw new Error("no test command");
    const limits = {
      deadline: config.rerunDeadlineSeconds * 1000,
      exclude: config.rerunExclude,
      excludeMarkers: config.rerunExcludeMarkers,
    };
    return {
      run,
      command,
      start: place.start,
      cwd: place.cwd,
      root,
      env: deps.env,
      probeDir: deps.probeDir,
      python: () => projectPython(deps.installation, root),
      rerun: config.rerun ? limits : undefined,
      now: deps.now(),
    };
  });
  const debugging = once(() => import("../debugging/failure-context.ts"));
  const printed = once(async () => (await debugging()).printedFailure(await request()));
  return {
    event,
    command,
    run,
    config,
    size: once(() => repoSize(root, state, deps.env, deps.now())),
    printed,
    context: once(async () => (await debugging()).failureContext(await request(), await printed())),
    alreadyExplained: async (keys) => {
      const times = keys.map((key) => memory.explained[key]);
      if (times.length === 0 || times.some((time) => time === undefined)) return false;
      return !changedSince(root, Math.min(...times.map(Number)));
    },
  };
}

/** The end of the whole output of a command; what the client handed over where the file cannot be read. */
function tailOf(path: string, fallback: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, MOST_OUTPUT));
    const bytesRead = readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return fallback;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
