import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readTextIfThere } from "../kernel/user-files.ts";
import { type Channel, doubled, readChannels } from "./channels.ts";
import type { Check } from "./check.ts";
import { checkConfig, checkFiles } from "./doctor-files.ts";
import { checkClaude, checkInterpreter, checkNode, checkProbe } from "./doctor-programs.ts";
import { entriesFor, REPORT_EVENT } from "./entries.ts";
import { strictnessWarning } from "./install.ts";
import { type Layout, layoutOf } from "./layout.ts";

export interface DoctorReport {
  repo: string;
  /** No check failed. */
  ok: boolean;
  checks: Check[];
}

export interface DoctorRequest {
  /** Folder of the project. */
  repo: string;
  packageRoot: string;
  env: NodeJS.ProcessEnv;
  /** Counts the project's Python as the hook does. */
  repoSize: () => Promise<{ files: number; lines: number }>;
}

/** Looks whether everything that the hooks need is there. Changes nothing. */
export async function doctor(request: DoctorRequest): Promise<DoctorReport> {
  const { env } = request;
  const repo = await realpath(request.repo).catch(() => resolve(request.repo));
  const channels = await readChannels(repo, env);
  const checks = checkSettings(channels, repo, env);
  const active = channels.find(({ entries }) => entries.length > 0);
  const plugin = channels.find((channel) => channel.plugin);
  if (active || plugin) {
    const layout = active ? layoutOf(active.scope, repo, env) : undefined;
    checks.push(...(await checkInstallation(layout, repo, request)));
  }
  checks.push(
    await checkSize(request, repo, active && layoutOf(active.scope, repo, env)),
    await checkClaude(repo, env),
  );
  const ok = checks.every(({ status }) => status !== "fail");
  return { repo, ok, checks: channels.some(inReportMode) ? checks.map(keepingReports) : checks };
}

/** The checks for a person, one or two lines each. */
export function formatDoctor(report: DoctorReport): string {
  const lines = report.checks.flatMap(({ name, status, found, mend }) => [
    `${MARKS[status]} ${name}: ${found}`,
    ...(mend ? [`    to mend: ${mend}`] : []),
  ]);
  return [
    ...lines,
    report.ok ? "Everything that the hooks need is there." : "Something that the hooks need is missing.",
  ].join("\n");
}

const MARKS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

async function checkInstallation(layout: Layout | undefined, repo: string, request: DoctorRequest): Promise<Check[]> {
  const { env, packageRoot } = request;
  const probe = layout ? join(layout.files, "probe") : join(packageRoot, "python-probe", "src");
  const { check, interpreter } = await checkInterpreter(layout, repo, env);
  return [
    ...(layout ? await checkFiles(layout, packageRoot) : []),
    await checkNode(layout, env),
    check,
    ...(interpreter ? [await checkProbe(interpreter.path, probe, repo, env)] : []),
  ];
}

function checkSettings(channels: Channel[], repo: string, env: NodeJS.ProcessEnv): Check[] {
  const unreadable = channels.filter(({ problem }) => problem);
  const lenient = channels.filter(({ lenient }) => lenient);
  const broken: Check[] = [
    ...unreadable.map(
      ({ problem }): Check => ({
        name: "settings",
        status: "fail",
        found: String(problem),
        mend: "correct the file at this place; Claude Code ignores it",
      }),
    ),
    ...lenient.map(
      ({ file, lenient: place, entries }): Check => ({
        name: "settings",
        status: entries.length > 0 ? "fail" : "warn",
        found: strictnessWarning(file, place as NonNullable<typeof place>),
      }),
    ),
    ...channels
      .filter(({ hooksOff }) => hooksOff)
      .map(
        ({ file }): Check => ({
          name: "settings",
          status: "fail",
          found: `${file} switches all hooks off`,
          mend: 'remove "disableAllHooks" there',
        }),
      ),
  ];
  return [...broken, ...checkEntries(channels, repo, env)];
}

function checkEntries(channels: Channel[], repo: string, env: NodeJS.ProcessEnv): Check[] {
  const installed = channels.filter(({ entries }) => entries.length > 0);
  const plugin = channels.find((channel) => channel.plugin);
  if (installed.length === 0) {
    const found = plugin ? `the plugin is enabled in ${plugin.file}` : "Faultline is not installed for this project";
    return [
      {
        name: "hooks",
        ...(plugin
          ? { status: "ok", found }
          : { status: "fail", found, mend: "npx faultline install-claude --repo ." }),
      },
    ];
  }
  const both = doubled(channels);
  const checks = [...installed.map((channel) => checkChannel(channel, repo, env)), checkReport(installed)];
  if (!both) return checks;
  return [
    ...checks,
    {
      name: "hooks",
      status: "fail",
      found: `each failure would be explained twice: ${both}`,
      mend: "keep one: npx faultline uninstall-claude --scope SCOPE, or disable the plugin",
    },
  ];
}

function checkChannel({ scope, file, entries }: Channel, repo: string, env: NodeJS.ProcessEnv): Check {
  const wanted = entriesFor(layoutOf(scope, repo, env).command, inReportMode({ entries }));
  const missing = wanted.filter(
    (entry) => !entries.some((there) => there.event === entry.event && there.command === entry.command),
  );
  const extra = entries.length - (wanted.length - missing.length);
  if (missing.length === 0 && extra === 0)
    return { name: "hooks", status: "ok", found: `${entries.length} entries in ${file}` };
  const found = [
    ...(missing.length > 0 ? [`no entry of this version for ${missing.map(({ event }) => event).join(", ")}`] : []),
    ...(extra > 0 ? [`${extra} entries that are old or there twice`] : []),
  ].join("; ");
  return {
    name: "hooks",
    status: "fail",
    found: `${file}: ${found}`,
    mend: `npx faultline install-claude --repo . --scope ${scope}`,
  };
}

/** Report mode is the user's choice: either way is fine. */
function checkReport(installed: readonly Channel[]): Check {
  const on = installed.filter(inReportMode);
  const found =
    on.length > 0
      ? `on: every pytest run of a session leaves its failures as structure (${on.map(({ file }) => file).join(", ")})`
      : "off (install-claude --report switches it on)";
  return { name: "report mode", status: "ok", found };
}

function inReportMode({ entries }: Pick<Channel, "entries">): boolean {
  return entries.some(({ event }) => event === REPORT_EVENT);
}

/** Installing again without the option would switch report mode off. */
function keepingReports({ mend, ...check }: Check): Check {
  if (mend === undefined) return check;
  return { ...check, mend: mend.replace("install-claude --repo .", "install-claude --repo . --report") };
}

async function checkSize({ repoSize }: DoctorRequest, repo: string, layout: Layout | undefined): Promise<Check> {
  // As the hook has it: the project's own configuration comes before the user's.
  const own = join(repo, ".claude", "faultline", "config.json");
  const ownText = await readTextIfThere(own);
  const path = ownText === undefined && layout ? join(layout.files, "config.json") : own;
  const { minFiles, minLines, problem } = checkConfig(ownText ?? (await readTextIfThere(path)));
  if (problem) {
    return {
      name: "configuration",
      status: "fail",
      found: `${path}: ${problem}`,
      mend: "correct it, or remove it and install again",
    };
  }
  const { files, lines } = await repoSize();
  const counted = `${files} Python files, ${lines} lines`;
  if (files >= minFiles && lines >= minLines) return { name: "size of the repository", status: "ok", found: counted };
  return {
    name: "size of the repository",
    status: "warn",
    found: `${counted}: under the limits of ${minFiles} files and ${minLines} lines Faultline is silent`,
    mend: 'if it should speak here, set "minFiles" and "minLines" in .claude/faultline/config.json to 0',
  };
}
