import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { isMissing } from "../kernel/files.ts";
import { type Change, planFile, readIfThere } from "./changes.ts";
import { decode, parseDocument, splitMark } from "./document.ts";
import { type Entry, entriesFor, REPORT_EVENT } from "./entries.ts";
import { type Layout, layoutOf, mcpFile } from "./layout.ts";
import { MANIFEST, type Manifest, manifestText, readManifest } from "./manifest.ts";
import { withoutServer, withServer } from "./mcp.ts";
import type { Interpreter } from "./python.ts";
import { changeEntries, findEntries, type Original, withoutEntries } from "./settings.ts";
import { hashOf, type SourceFile, type Sources } from "./sources.ts";

/** What an installation or its removal will do, in the order in which it is to be done. */
export interface Plan {
  changes: Change[];
  /** Files of ours that the user changed, and that stay as they are. */
  kept: string[];
}

/** What an installation needs to know. */
export interface InstallFacts {
  repo: string;
  layout: Layout;
  sources: Sources;
  /** The interpreter to remember; undefined leaves it to the hook. */
  python: Interpreter | undefined;
  /** Absolute path of the node to remember. */
  node: string;
  withMcp: boolean;
  /** Every test run of a session also leaves its failures as structure. */
  report: boolean;
}

const SHARED_IGNORE = "local/\n__pycache__/\n";
const PRIVATE_IGNORE = "*\n";

/** Plans an installation: files first, settings last, so that no entry ever points at a file that is not there. */
export async function planInstall(facts: InstallFacts): Promise<Plan> {
  const { layout, repo } = facts;
  const original = await originalOf(layout, layout.settings);
  const settings = await planText(layout, layout.settings, hasEntries, (file, text) => {
    const from = presentEntries(layout, file, text);
    return changeEntries(file, text, original, { from, to: entriesFor(layout.command, facts.report) });
  });
  const mcp = facts.withMcp ? await planText(layout, mcpFile(repo), hasServer, withServer) : [];
  const files = await planFiles(facts);
  return { changes: [...files.changes, ...mcp, ...settings], kept: files.kept };
}

/** Plans the removal: settings first, files after, so that no entry is left that points at nothing. */
export async function planUninstall(repo: string, layout: Layout, env: NodeJS.ProcessEnv): Promise<Plan> {
  const changes = [
    await planRemoval(layout, layout.settings, (file, text, original) =>
      withoutEntries(file, text, original, presentEntries(layout, file, text)),
    ),
    layout.scope === "user" ? undefined : await planRemoval(layout, mcpFile(repo), withoutServer),
  ].filter((change) => change !== undefined);
  const sibling =
    layout.scope === "user" ? undefined : layoutOf(layout.scope === "local" ? "project" : "local", repo, env);
  if (sibling && (await holdsEntries(sibling.settings))) return { changes, kept: [] };
  const files = await planFileRemoval(layout);
  return { changes: [...changes, ...files.changes], kept: files.kept };
}

/** Whether a settings file has entries of Faultline's. */
async function holdsEntries(file: string): Promise<boolean> {
  const bytes = await readIfThere(file);
  return bytes !== undefined && hasEntries(file, decode(file, bytes));
}

function hasEntries(file: string, text: string): boolean {
  return eventsHeard(file, text).length > 0;
}

/** The entries of an installation as it is: with those of report mode if it has them. */
function presentEntries(layout: Layout, file: string, text: string | undefined): Entry[] {
  return entriesFor(layout.command, eventsHeard(file, text ?? "").includes(REPORT_EVENT));
}

/** The events that entries of Faultline's listen to. */
function eventsHeard(file: string, text: string): string[] {
  const [, rest] = splitMark(text);
  return rest.trim() === "" ? [] : findEntries(parseDocument(file, rest)).map(({ event }) => event);
}

function hasServer(file: string, text: string): boolean {
  return withoutServer(file, text, "unknown") !== text;
}

/** An edit of a file of the user's, after a copy of what it was before Faultline first came. */
async function planText(
  layout: Layout,
  file: string,
  touched: (file: string, text: string) => boolean,
  edit: (file: string, text: string | undefined) => string,
): Promise<Change[]> {
  const bytes = await readIfThere(file);
  const text = bytes && decode(file, bytes);
  const change = await planFile(file, Buffer.from(edit(file, text)));
  if (!change) return [];
  const copies = text !== undefined && touched(file, text) ? [] : await planCopy(layout, file, bytes);
  return [...copies, change];
}

async function planCopy(layout: Layout, file: string, bytes: Buffer | undefined): Promise<Change[]> {
  const copy = copyOf(layout, file);
  const none = Buffer.alloc(0);
  const planned = [await planFile(copy, bytes), await planFile(`${copy}.absent`, bytes ? undefined : none)];
  return planned.filter((change) => change !== undefined);
}

/** Where the bytes of a file from before Faultline are kept; with `.absent` behind it where there was no file. */
function copyOf(layout: Layout, file: string): string {
  return join(layout.local, "before", basename(file));
}

async function planRemoval(
  layout: Layout,
  file: string,
  edit: (file: string, text: string, original: Original) => string | undefined,
): Promise<Change | undefined> {
  const bytes = await readIfThere(file);
  if (!bytes) return undefined;
  const after = edit(file, decode(file, bytes), await originalOf(layout, file));
  return planFile(file, after === undefined ? undefined : Buffer.from(after));
}

async function originalOf(layout: Layout, file: string): Promise<Original> {
  const copy = copyOf(layout, file);
  const bytes = await readIfThere(copy);
  if (bytes) return decode(copy, bytes);
  return (await readIfThere(`${copy}.absent`)) ? undefined : "unknown";
}

async function planFiles({ layout, sources, python, node }: InstallFacts): Promise<Plan> {
  const old = await manifestOf(layout);
  const shipped = [...sources.program, sources.config, { ...sources.skill, path: `skill/${sources.skill.path}` }];
  const ignore = await ignoreOf(layout);
  const program: SourceFile[] = [
    ...sources.program,
    { path: ".gitignore", bytes: Buffer.from(ignore) },
    { path: MANIFEST, bytes: Buffer.from(manifestText(sources.version, shipped)) },
  ];
  const config = await planUserFile(join(layout.files, "config.json"), sources.config, old.files["config.json"]);
  const skill = await planUserFile(join(layout.skill, "SKILL.md"), sources.skill, old.files["skill/SKILL.md"]);
  const changes = await Promise.all([
    ...program.map((file) => planFile(join(layout.files, file.path), file.bytes, file.mode)),
    ...outdated(old, shipped).map((path) => planFile(join(layout.files, path), undefined)),
    config.change,
    skill.change,
    planFile(join(layout.skill, ".gitignore"), ignore === PRIVATE_IGNORE ? Buffer.from(ignore) : undefined),
    planFile(join(layout.local, "node"), Buffer.from(`${node}\n`)),
    python && planFile(join(layout.local, "python"), Buffer.from(`${python.path}\n`)),
  ]);
  return {
    changes: changes.filter((change) => change !== undefined),
    // A configuration is there to be changed; only of the skill the user should know.
    kept: skill.kept ? [join(layout.skill, "SKILL.md")] : [],
  };
}

/** In the local scope nothing is for the team, unless the project has an installation of its own. */
async function ignoreOf(layout: Layout): Promise<string> {
  if (layout.scope !== "local") return SHARED_IGNORE;
  return (await holdsEntries(join(layout.claude, "settings.json"))) ? SHARED_IGNORE : PRIVATE_IGNORE;
}

/** A file that the user may change: replaced only as long as it is as we wrote it. */
async function planUserFile(path: string, file: SourceFile, written: string | undefined) {
  const there = await readIfThere(path);
  const kept = there !== undefined && !there.equals(file.bytes) && hashOf(there) !== written;
  return { kept, change: kept ? undefined : await planFile(path, file.bytes) };
}

/** Files that an older version wrote and this one has not got. */
function outdated(old: Manifest, shipped: readonly SourceFile[]): string[] {
  const now = new Set(shipped.map((file) => file.path));
  return Object.keys(old.files).filter((path) => !now.has(path) && !path.startsWith("skill/"));
}

async function planFileRemoval(layout: Layout): Promise<Plan> {
  const old = await manifestOf(layout);
  const ours = new Set([
    ...Object.keys(old.files),
    "faultline-hook",
    "faultline-report",
    "hook.cjs",
    "hook-main.cjs",
    ".gitignore",
    MANIFEST,
  ]);
  for (const folder of ["probe", "local"]) {
    for (const path of await listFiles(join(layout.files, folder))) ours.add(`${folder}/${path}`);
  }
  const mine: [path: string, key: string][] = [
    [join(layout.files, "config.json"), "config.json"],
    [join(layout.skill, "SKILL.md"), "skill/SKILL.md"],
  ];
  const paths = [...ours].filter((path) => path !== "config.json" && !path.startsWith("skill/"));
  const changes = [
    ...(await Promise.all(paths.map((path) => planFile(join(layout.files, path), undefined)))),
    await planFile(join(layout.skill, ".gitignore"), undefined),
  ];
  const kept: string[] = [];
  for (const [path, key] of mine) {
    const bytes = await readIfThere(path);
    if (bytes && hashOf(bytes) !== old.files[key]) kept.push(path);
    else changes.push(await planFile(path, undefined));
  }
  return { changes: changes.filter((change) => change !== undefined), kept };
}

async function manifestOf(layout: Layout): Promise<Manifest> {
  return readManifest((await readIfThere(join(layout.files, MANIFEST)))?.toString());
}

/** Every file below a folder, relative to it. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
