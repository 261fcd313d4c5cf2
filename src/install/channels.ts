import { readIfThere } from "./changes.ts";
import { decode, firstLeniency, type Position, parseDocument, splitMark, valueAt } from "./document.ts";
import type { Scope } from "./entries.ts";
import { layoutOf } from "./layout.ts";
import { type FoundEntry, findEntries } from "./settings.ts";

/** What one settings file says that matters to Faultline. */
export interface Channel {
  scope: Scope;
  file: string;
  entries: FoundEntry[];
  /** The plugin is switched on here. */
  plugin: boolean;
  /** All hooks are switched off here. */
  hooksOff: boolean;
  /** The file is no strict JSON from here on: the client ignores it. */
  lenient: Position | undefined;
  /** Why the file cannot be read at all. */
  problem: string | undefined;
}

/** Looks at every settings file that the client reads for a project. */
export async function readChannels(repo: string, env: NodeJS.ProcessEnv): Promise<Channel[]> {
  const scopes: Scope[] = ["project", "local", "user"];
  return Promise.all(scopes.map((scope) => readChannel(scope, layoutOf(scope, repo, env).settings)));
}

async function readChannel(scope: Scope, file: string): Promise<Channel> {
  const nothing = { scope, file, entries: [], plugin: false, hooksOff: false, lenient: undefined, problem: undefined };
  try {
    const bytes = await readIfThere(file);
    const text = bytes && decode(file, bytes);
    if (!text?.trim()) return nothing;
    const document = parseDocument(file, splitMark(text)[1]);
    const plugins = valueAt(document.root, "enabledPlugins")?.children ?? [];
    return {
      ...nothing,
      entries: findEntries(document),
      plugin: plugins.some(({ children }) => /^faultline@/.test(children?.[0]?.value) && children?.[1]?.value === true),
      hooksOff: valueAt(document.root, "disableAllHooks")?.value === true,
      lenient: firstLeniency(text),
    };
  } catch (error) {
    return { ...nothing, problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Whether failures would be explained twice: identical entries run once, so only entries with different commands
 * count, and the plugin.
 */
export function doubled(channels: readonly Channel[]): string | undefined {
  const commands = new Set(channels.flatMap(({ entries }) => entries.map((entry) => entry.command)));
  const files = channels.filter(({ entries }) => entries.length > 0).map(({ file }) => file);
  const plugin = channels.find((channel) => channel.plugin);
  if (plugin && commands.size > 0)
    return `the plugin (enabled in ${plugin.file}) and the entries in ${files.join(", ")}`;
  return commands.size > 1 ? `different entries in ${files.join(", ")}` : undefined;
}

/** What may keep an installation from working as it should, for the report. */
export async function channelWarnings(repo: string, scope: Scope, env: NodeJS.ProcessEnv): Promise<string[]> {
  const channels = await readChannels(repo, env);
  const both = doubled(channels);
  const off = channels.find(({ hooksOff }) => hooksOff);
  return [
    ...(both
      ? [`Faultline would speak twice: ${both}; keep one of them (uninstall-claude --scope ..., or disable the plugin)`]
      : []),
    ...(off ? [`${off.file} switches all hooks off ("disableAllHooks"): Faultline stays inactive`] : []),
    ...channels
      .filter((channel) => channel.scope !== scope && channel.problem)
      .map(({ problem }) => `${problem} (Claude Code ignores that file)`),
  ];
}
