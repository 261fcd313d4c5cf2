import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyHome, runSession, type Session, type SessionRequest, usualPath } from "./client.ts";
import { type Heard, heardAfterEachTurn } from "./heard.ts";
import { bash } from "./model.ts";
import { commitAll, makeProject, type ProjectOptions } from "./project.ts";
import { mustRun, root } from "./tools.ts";

/** The built command of this checkout. */
const cli = join(root, "dist/cli.js");

/** A fresh project into which Faultline was installed as its README says, committed as a team would. */
export async function makeInstalledProject(options: ProjectOptions = {}): Promise<string> {
  const project = await makeProject(options);
  await install(project);
  await commitAll(project, "Install Faultline");
  return project;
}

/** Runs `faultline install-claude` for a project and gives back what it printed. */
export async function install(project: string, ...args: string[]): Promise<string> {
  return faultline(["install-claude", "--repo", project, ...args]);
}

/** Runs the built command as a user with an empty home would. */
export async function faultline(args: readonly string[], home?: string): Promise<string> {
  const env = { HOME: home ?? (await emptyHome()), PATH: usualPath().join(":") };
  return mustRun([process.execPath, cli, ...args], { env });
}

/** What kept the latest call silent: the name of a rule, or the gate, behind which nothing is on record. */
export async function whySilent(home: string): Promise<string | undefined> {
  const decisions = await faultline(["explain", "--json"], home).then(
    (text) => (JSON.parse(text) as { decisions: { what: string; outcome: string }[] }).decisions,
    () => undefined,
  );
  return decisions === undefined ? "gate" : decisions.find(({ outcome }) => outcome.startsWith("silence"))?.what;
}

/** A session and what the model heard after each call. */
export interface HeardSession extends Session {
  heard: Heard[];
}

/** Lets the agent run commands in a project, one after the other, and gives back what the model heard of each. */
export async function agentRuns(
  project: string,
  commands: readonly string[],
  more: Partial<SessionRequest> = {},
): Promise<HeardSession> {
  const script = commands.map((command) => ({ say: "Next.", calls: [bash(command)] }));
  const session = await runSession({
    cwd: project,
    script,
    prompt: "Go on.",
    path: [join(project, ".venv/bin")],
    ...more,
  });
  if (session.strangers.length > 0) throw new Error(`the client went for ${session.strangers.join(", ")}`);
  return { ...session, heard: heardAfterEachTurn(session.requests) };
}

/** Changes settings of an installation in a project. */
export async function setConfig(project: string, changes: Record<string, unknown>): Promise<void> {
  const file = join(project, ".claude/faultline/config.json");
  const config = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...config, ...changes }, null, 2));
}

/** Processes other than this one whose command line or working folder lies in a project. */
export async function processesIn(project: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const cwd = await readlink(`/proc/${id}/cwd`).catch(() => "");
      const line = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
      return cwd.startsWith(project) || line.includes(project) ? line.replaceAll("\0", " ") : undefined;
    }),
  );
  return found.filter((line) => line !== undefined);
}
