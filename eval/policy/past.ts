import { definitionOf, linesRead, type NumberedLine, namesCalled, type Place, placesIn } from "./leads.ts";
import type { Move } from "./moves.ts";
import type { Policy, Source } from "./policy.ts";
import type { Task } from "./task.ts";

/** A move and what it brought. */
export interface Done {
  move: Move;
  text: string;
  isError: boolean;
}

/** All that was done and told so far in a session. */
export interface Past {
  done: readonly Done[];
  /** What hooks said, in order. */
  contexts: readonly string[];
}

/** What has been opened, by path; of lines opened twice, the later ones. */
export function openedIn({ done }: Past): Map<string, NumberedLine[]> {
  const files = new Map<string, Map<number, string>>();
  for (const { move, text, isError } of done) {
    if (move.kind !== "open" || isError) continue;
    const file = files.get(move.at.path) ?? new Map<number, string>();
    for (const { line, code } of linesRead(text)) file.set(line, code);
    files.set(move.at.path, file);
  }
  return new Map(
    [...files].map(([path, file]) => [
      path,
      [...file].map(([line, code]) => ({ line, code })).sort((a, b) => a.line - b.line),
    ]),
  );
}

/** Whether a line has been opened; one that was asked for in vain counts, so that it is not asked for again. */
export function isOpened(past: Past, opened: Map<string, NumberedLine[]>, place: Place): boolean {
  return opened.get(place.path)?.some(({ line }) => line === place.line) === true || isAsked(past, place);
}

function isAsked({ done }: Past, { path, line }: Place): boolean {
  return done.some(({ move }) => move.kind === "open" && move.at.path === path && move.at.line === line);
}

/** Every place that a policy would open, the next one first. */
export function leadsOf(policy: Policy, task: Task, past: Past): Place[] {
  const output = past.done
    .filter(({ move }) => move.kind === "run")
    .flatMap(({ text }) => inOrder(placesIn(withoutWarnings(text), task.root), policy));
  const from: Record<Source, () => Place[]> = {
    context: () => past.contexts.flatMap((text) => placesIn(text, task.root)),
    output: () => output,
    search: () => past.done.flatMap((one) => hitsOf(one, policy, task)),
  };
  const files = new Set(task.tests.map((test) => test.split("::")[0]));
  const inTests = output.filter(({ path }) => files.has(path));
  // The frame of the test itself is the outermost.
  const own = policy.frames === "deepest-first" ? inTests.slice(-1) : inTests.slice(0, 1);
  return [...(policy.testFirst ? own : []), ...policy.leads.flatMap((source) => from[source]())];
}

/** Names that are called around the first opened place whose names were not looked up yet, and that place. */
export function unsearched(policy: Policy, task: Task, past: Past, opened: Map<string, NumberedLine[]>) {
  const names = new Set(past.done.flatMap(({ move }) => (move.kind === "search" ? move.names : [])));
  for (const place of leadsOf(policy, task, past)) {
    const fresh = namesCalled(opened.get(place.path) ?? [], place.line).filter((name) => !names.has(name));
    if (fresh.length > 0) return { from: place, names: fresh.slice(0, policy.names) };
  }
  return undefined;
}

/** The next part that was not opened yet of each file that the test run named, in the order of the leads. */
export function unreadIn(policy: Policy, task: Task, past: Past, opened: Map<string, NumberedLine[]>): Place[] {
  const named = leadsOf({ ...policy, leads: ["output"] }, task, past).map(({ path }) => path);
  return [...new Set(named)].flatMap((path) => {
    const known = new Set(opened.get(path)?.map(({ line }) => line));
    let first = 1;
    while (known.has(first)) first += 1;
    // So that its window begins there. One that was asked for and is still not known is behind the file's end.
    const place = { path, line: first + policy.window.before };
    return isAsked(past, place) ? [] : [place];
  });
}

/** Definitions that a search found, in the order in which the names were asked for, code before tests. */
function hitsOf({ move, text }: Done, policy: Policy, task: Task): Place[] {
  if (move.kind !== "search") return [];
  const rows = text.split("\n");
  return move.names.flatMap((name) => {
    const isDefinition = new RegExp(`:\\d+:.*(?:${definitionOf([name])})`);
    const places = rows.filter((row) => isDefinition.test(row)).flatMap((row) => placesIn(row, task.root).slice(0, 1));
    const code = places.filter(({ path }) => !/(?:^|\/)tests?\//.test(path));
    return code.length <= policy.definitions ? code : [];
  });
}

/** A test run's output without its list of warnings, which says nothing of the failure; its start may be cut away. */
function withoutWarnings(output: string): string {
  return output
    .replace(/^=+ warnings summary[\s\S]*?(?=^-- Docs:|^=+ (?!warnings)|(?![\s\S]))/gm, "")
    .replace(/^(?:[\w./-]+\.py:\d+|.*\.py:\d+: \w*Warning\b.*)$/gm, "");
}

/** Frames come outermost first in a traceback. */
function inOrder(places: readonly Place[], { frames }: Policy): Place[] {
  return frames === "deepest-first" ? places.toReversed() : [...places];
}
