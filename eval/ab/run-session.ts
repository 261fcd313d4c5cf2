import { createHash } from "node:crypto";
import { cp, mkdir, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "../../src/kernel/errors.ts";
import { ROOT } from "../root.ts";
import { must } from "../shell.ts";
import { auditFiles, auditPackages } from "./audit-files.ts";
import { auditHistory } from "./audit-history.ts";
import { auditNetwork } from "./audit-network.ts";
import { auditTrace } from "./audit-trace.ts";
import { AS_NOBODY, type Baseline, rememberBaseline } from "./baseline.ts";
import { type Case, librariesOf } from "./case.ts";
import { readClaudeSession } from "./claude-transcript.ts";
import { type Confinement, confine, type Isolation } from "./confinement.ts";
import { removeHidden } from "./hidden.ts";
import { judge } from "./judge.ts";
import type { Planned } from "./matrix.ts";
import { openModelUses } from "./open-model-agent.ts";
import { type Place, withoutPlaces } from "./places.ts";
import { type AgentRecord, keyText, type Leak, type SessionResult } from "./result.ts";
import type { Session } from "./session.ts";
import { copyTree } from "./trees.ts";

/** Where sessions are run. */
export interface Hall {
  /** Everything that is made for them lies below it. */
  work: string;
  /** Where results and records go. */
  out: string;
  /** The built Faultline that is measured, with the programs that sessions need (see `copyFaultline`). */
  faultline: string;
  /** A folder of local clones, which agents must not see. */
  repos: string | undefined;
  isolation: Isolation;
  limits: Session["limits"];
  seed: number;
}

/** What sessions share: no session sees it. */
const SHARED = ["checkouts", "repos", "trials", "private", "sessions", "home"];
/** What people keep in their homes that could help, or that is nobody's business. */
const PERSONAL = [".cache", ".claude", ".config", ".ssh", ".aws", ".local/state"];

/**
 * Runs one session in a fresh checkout and judges it. What an agent throws is a failed session.
 *
 * @returns undefined where it was called off
 */
export async function runSession(
  { key, arm, agent }: Planned,
  of: Case,
  hall: Hall,
  signal: AbortSignal,
): Promise<SessionResult | undefined> {
  // Its case may have been made ready for minutes.
  if (signal.aborted) return undefined;
  const id = createHash("sha256").update(keyText(key)).digest("hex").slice(0, 12);
  const folder = join(hall.work, "sessions", id);
  const hidden = join(hall.work, "private", id);
  for (const one of [folder, hidden]) await rm(one, { recursive: true, force: true });
  const confinements: Confinement[] = [];
  try {
    const session = await layOut(key, arm.habit, of, folder, hall, signal, confinements);
    await arm.prepare(session);
    const baseline = await rememberBaseline(session.repo, hidden, of.runner.env);
    const before = await auditBefore(session, of, folder);
    const told = await (agent.simulated ? agent.run(session, of.known) : agent.run(session)).catch(failed);
    if (signal.aborted) return undefined;
    const record = ofWhomAnswered(
      told,
      confinements.reduce((sum, one) => sum + one.asked(), 0),
    );
    const uses = [...(await readClaudeSession(session.home)).uses, ...(await openModelUses(session.home))];
    const after = auditTrace(
      uses,
      confinements.flatMap(({ strangers }) => strangers),
      of.secrets,
    );
    await keepRecords(session, baseline);
    const result: SessionResult = {
      schema: 1,
      ...key,
      simulated: agent.simulated,
      ...(agent.simulated ? { policy: agent.policy } : {}),
      record,
      judged: await judge(of, baseline, join(hidden, "judge")),
      leaks: [...before, ...after],
      isolation: hall.isolation,
      changedLines: await changedLines(baseline),
      raises: of.bug.raises,
    };
    return withoutPlaces(result, [[folder, "SESSION"], [hidden, "HIDDEN"], ...placesOf(hall)]);
  } finally {
    for (const one of [folder, hidden]) await rm(one, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Folders that say where a run took place. */
export function placesOf({ work, out, repos, faultline }: Hall): Place[] {
  return [
    [work, "WORK"],
    [out, "OUT"],
    [ROOT, "FAULTLINE"],
    [faultline, "FAULTLINE"],
    [homedir(), "~"],
    ...(repos === undefined ? [] : [[repos, "REPOS"] as const]),
  ];
}

async function layOut(
  key: Planned["key"],
  habit: string | undefined,
  of: Case,
  folder: string,
  hall: Hall,
  signal: AbortSignal,
  confinements: Confinement[],
): Promise<Session> {
  const repo = join(folder, of.bug.kind === "bundled" ? of.bug.id : of.bug.project);
  const home = join(folder, "home");
  const temporary = join(folder, "tmp");
  for (const one of [home, temporary]) await mkdir(one, { recursive: true });
  await copyTree(of.tree, repo);
  await removeHidden(of.bug, repo, of.runner);
  await commitAll(repo, of.runner.env);
  const env: NodeJS.ProcessEnv = {
    ...of.runner.env,
    PATH: `${of.runner.env["PATH"]}:${join(process.execPath, "..")}`,
    HOME: home,
    XDG_STATE_HOME: join(home, ".local", "state"),
    TMPDIR: temporary,
  };
  return {
    key,
    repo,
    home,
    env,
    python: of.runner.python,
    tests: of.visible,
    prompt: promptFor(of.visible, habit),
    records: join(hall.out, "records", keyText(key).replaceAll(/[^\w.-]+/g, "_")),
    seed: hall.seed + key.repetition,
    limits: hall.limits,
    faultline: join(hall.faultline, "dist", "cli.js"),
    confine: async (model) => {
      const walls = {
        hidden: await hiddenFrom(hall),
        kept: [folder, join(hall.work, "venvs"), ROOT, hall.faultline],
        folder: join(folder, "run"),
        bridge: join(hall.faultline, "dist", "eval", "ab-bridge.js"),
      };
      const made = await confine(model, hall.isolation, walls, env);
      confinements.push(made);
      return made;
    },
    signal,
  };
}

async function hiddenFrom({ work, out, repos }: Hall): Promise<string[]> {
  const ours = ["eval", "test", "runs", ".git"].map((name) => join(ROOT, name));
  const shared = SHARED.map((name) => join(work, name));
  const personal = PERSONAL.map((name) => join(homedir(), name));
  return [...ours, ...shared, ...personal, out, tmpdir(), ...(repos === undefined ? [] : await clonesIn(repos))];
}

/** The folder of clones, and where links in it lead. */
async function clonesIn(repos: string): Promise<string[]> {
  const names = await readdir(repos).catch(() => []);
  return [repos, ...(await Promise.all(names.map((name) => realpath(join(repos, name)))))];
}

function promptFor(tests: readonly string[], habit: string | undefined): string {
  const which = tests.length === 1 ? "This test fails" : "These tests fail";
  const task = `${which}:\n\n${tests.join("\n")}\n\nFind the bug in the code and fix it. Do not change any tests.`;
  return habit === undefined ? task : `${task} ${habit}`;
}

/** One commit, by nobody, of everything. */
async function commitAll(repo: string, env: NodeJS.ProcessEnv): Promise<void> {
  const git = (...args: string[]) => must(["git", ...args], { cwd: repo, env });
  await git("init", "-q");
  await git("add", "--all", "--force");
  await git(...AS_NOBODY, "commit", "-q", "--allow-empty", "-m", "Start");
}

async function auditBefore(session: Session, of: Case, folder: string): Promise<Leak[]> {
  const { secrets } = of;
  const leaks = [
    ...(await auditFiles([folder], secrets)),
    ...(await auditPackages(librariesOf(of.runner), secrets)),
    ...(await auditHistory(session.repo, secrets, of.runner.env)),
  ];
  const inside = await session.confine({ url: "http://127.0.0.1:9" });
  try {
    // Without namespaces the network is open, which is said by the isolation of the result.
    if (inside.launcher.length > 0) leaks.push(...(await auditNetwork({ ...inside, cwd: session.repo })));
  } finally {
    await inside.close();
  }
  return leaks;
}

/** A session without a single answer says nothing of its agent: it has failed, whatever it ended by. */
function ofWhomAnswered(record: AgentRecord, asked: number): AgentRecord {
  if (record.turns > 0 || record.ended === "failed") return record;
  const problem = `${asked === 0 ? "no model was asked" : "the model gave no answer"} in ${record.seconds.toFixed(0)} s`;
  return { ...record, ended: "failed", problem };
}

function failed(error: unknown): AgentRecord {
  return {
    tokens: { input: 0, output: 0, cached: 0, counter: "nobody" },
    turns: 0,
    cost: null,
    seconds: 0,
    injectedBytes: 0,
    toolCalls: {},
    finalMessage: "",
    ended: "failed",
    problem: describeError(error),
  };
}

/** What a person may want to look at: the diff, and what the agents keep themselves. */
async function keepRecords({ records, home }: Session, baseline: Baseline): Promise<void> {
  await rm(records, { recursive: true, force: true });
  await mkdir(records, { recursive: true });
  const paths = (await baseline.changes()).map(({ path }) => path);
  await writeFile(join(records, "agent.patch"), await baseline.patch(paths));
  for (const [from, to] of [
    [join(home, ".claude", "projects"), "claude"],
    [join(home, "agent"), "agent"],
  ] as const) {
    await cp(from, join(records, to), { recursive: true }).catch(() => undefined);
  }
}

async function changedLines(baseline: Baseline): Promise<number> {
  const paths = (await baseline.changes()).map(({ path }) => path);
  const patch = await baseline.patch(paths);
  return patch.split("\n").filter((line) => /^[+-](?![+-]{2} )/.test(line)).length;
}
