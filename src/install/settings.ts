import type { Node } from "jsonc-parser";
import { article, broken, type Document, parseDocument, splitMark, valueAt } from "./document.ts";
import { insertLast, removeChild, replaceNode } from "./edit.ts";
import { type Entry, groupOf, isOurs } from "./entries.ts";

/** One hook of Faultline's that a settings file holds. */
export interface FoundEntry {
  event: string;
  matcher: string | undefined;
  command: string;
  /** The list of the event, the group in it, the group's list of hooks, the hook and its command. */
  nodes: { list: Node; group: Node; hooks: Node; hook: Node; command: Node };
}

/** What a settings file was before Faultline: its text, undefined for no file, "unknown" where nobody remembers. */
export type Original = string | undefined | "unknown";

/**
 * The text of a settings file with every entry in it once. Older entries of Faultline's are brought up to date where
 * they stand; nothing else changes.
 *
 * @param text undefined where there is no file
 * @throws FaultlineError `broken-config` for JSON that does not parse or `hooks` of the wrong shape
 */
export function withEntries(file: string, text: string | undefined, entries: readonly Entry[]): string {
  const [mark, rest] = splitMark(text ?? "");
  if (rest.trim() === "") return `${mark}${JSON.stringify({ hooks: hooksOf(entries) }, null, 2)}\n`;
  let edited = withoutStale(file, rest, entries);
  for (const entry of entries) edited = withEntry(parseDocument(file, edited), entry);
  return mark + edited;
}

/**
 * As `withEntries`, of a file that may hold other entries of Faultline's. Where nothing else changed since `original`,
 * the result is what a first installation would have made of it.
 */
export function changeEntries(
  file: string,
  text: string | undefined,
  original: Original,
  { from, to }: { from: readonly Entry[]; to: readonly Entry[] },
): string {
  const untouched = text !== undefined && original !== "unknown" && withEntries(file, original, from) === text;
  return withEntries(file, untouched ? original : text, to);
}

/** The entries of Faultline's in a settings file; those in a place of the wrong shape do not count. */
export function findEntries(document: Document): FoundEntry[] {
  const found: FoundEntry[] = [];
  const events = valueAt(document.root, "hooks");
  for (const property of (events?.type === "object" && events.children) || []) {
    const [key, list] = property.children ?? [];
    if (list?.type !== "array") continue;
    for (const group of list.children ?? []) {
      const hooks = valueAt(group, "hooks");
      if (hooks?.type !== "array") continue;
      const matcher = valueAt(group, "matcher")?.value;
      for (const hook of hooks.children ?? []) {
        const command = valueAt(hook, "command");
        if (!command || !isOurs(command.value)) continue;
        found.push({
          event: String(key?.value),
          matcher: typeof matcher === "string" ? matcher : undefined,
          command: String(command.value),
          nodes: { list, group, hooks, hook, command },
        });
      }
    }
  }
  return found;
}

/**
 * What a settings file would be without Faultline; undefined where there would be none.
 *
 * @param original what the file was, so that an empty `hooks` of the user's comes back as it was
 */
export function withoutEntries(
  file: string,
  text: string,
  original: Original,
  entries: readonly Entry[],
): string | undefined {
  const remembered = original === "unknown" ? "unknown" : original;
  if (remembered !== "unknown" && withEntries(file, remembered, entries) === text) return remembered;
  const [mark, rest] = splitMark(text);
  if (rest.trim() === "") return text;
  const before =
    remembered === "unknown" || !remembered?.trim() ? undefined : parseDocument(file, splitMark(remembered)[1]);
  let edited = rest;
  for (;;) {
    const document = parseDocument(file, edited);
    const last = findEntries(document).at(-1);
    if (!last) break;
    edited = withoutEntry(document, last, before);
  }
  if (edited === rest) return text;
  const emptied = /^\s*\{\s*\}\s*$/.test(edited);
  return emptied && (remembered === undefined || remembered === "unknown") ? undefined : mark + edited;
}

/** Takes one hook out, and with it whatever holds nothing else and was not the user's. */
function withoutEntry(document: Document, found: FoundEntry, before: Document | undefined): string {
  const { text } = document;
  const { list, group, hooks, hook } = found.nodes;
  if (hooks.children?.length !== 1) return removeChild(text, hooks, hook);
  if (list.children?.length !== 1 || keeps(before, found.event)) return removeChild(text, list, group);
  const event = list.parent as Node;
  const all = event.parent as Node;
  if (all.children?.length !== 1 || keeps(before)) return removeChild(text, all, event);
  return removeChild(text, document.root, all.parent as Node);
}

function keeps(before: Document | undefined, event?: string): boolean {
  const hooks = before && valueAt(before.root, "hooks");
  return event === undefined ? hooks !== undefined : valueAt(hooks, event) !== undefined;
}

/** Takes out what is there twice, on an event that nobody listens to any more, or behind a matcher that misses Bash. */
function withoutStale(file: string, text: string, entries: readonly Entry[]): string {
  let edited = text;
  for (;;) {
    const document = parseDocument(file, edited);
    const kept = new Set<string>();
    const stale = findEntries(document).filter((found) => {
      const wanted = entries.find((entry) => entry.event === found.event);
      const fits = wanted !== undefined && matches(found.matcher, wanted.matcher) && !kept.has(found.event);
      if (fits) kept.add(found.event);
      return !fits;
    });
    const last = stale.at(-1);
    if (!last) return edited;
    edited = withoutEntry(document, last, undefined);
  }
}

/** Whether a group with `matcher` hears of the tool; names, regular expressions and `*` are what the client knows. */
function matches(matcher: string | undefined, tool: string | undefined): boolean {
  if (tool === undefined || matcher === undefined || matcher === "" || matcher === "*") return true;
  try {
    return new RegExp(`^(?:${matcher})$`).test(tool);
  } catch {
    return false;
  }
}

function withEntry(document: Document, entry: Entry): string {
  const { file, text, root } = document;
  const hooks = valueAt(root, "hooks");
  if (!hooks) return insertLast(text, root, hooksOf([entry]), "hooks");
  if (hooks.type !== "object") {
    throw broken(file, text, hooks.offset, `"hooks" must be an object, it is ${article(hooks.type)}`);
  }
  const list = valueAt(hooks, entry.event);
  if (!list) return insertLast(text, hooks, [groupOf(entry)], entry.event);
  if (list.type !== "array") {
    throw broken(file, text, list.offset, `"hooks.${entry.event}" must be an array, it is ${article(list.type)}`);
  }
  const there = findEntries(document).find((found) => found.event === entry.event);
  if (!there) return insertLast(text, list, groupOf(entry));
  return there.command === entry.command ? text : replaceNode(text, there.nodes.command, entry.command);
}

function hooksOf(entries: readonly Entry[]): Record<string, object[]> {
  return Object.fromEntries(entries.map((entry) => [entry.event, [groupOf(entry)]]));
}
