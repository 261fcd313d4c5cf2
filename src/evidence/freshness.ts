import type { Fingerprint } from "./fingerprint.ts";

/** At most so many clauses of one sort; a newer checkout may differ in a thousand files. */
const most = 5;

/**
 * What has changed between two fingerprints, each one clause, such as "shop/pricelist.py changed"; empty if nothing.
 *
 * @param now taken with the `files` that the older one names
 */
export function staleness(then: Fingerprint, now: Fingerprint): string[] {
  const files = changedFiles(then, now).map((name) => fileClause(change(name, then.files, now.files)));
  const settings = changes({ ...then.settings, ...then.locks }, { ...now.settings, ...now.locks }).map(settingClause);
  const python = [...files, ...settings].some((clause) => /\.py (?:changed|is new|is gone)$/.test(clause));
  return [
    ...shortened(files),
    ...shortened(settings.filter((clause) => !files.includes(clause))),
    ...(!python && then.project.digest !== now.project.digest ? ["other Python files of the project changed"] : []),
    ...shortened(changes(then.dependencies, now.dependencies).map(dependencyClause)),
    ...interpreterClauses(then.interpreter, now.interpreter),
  ];
}

/** Of the files that both fingerprints name, those that are not the same; sorted. */
export function changedFiles(then: Fingerprint, now: Fingerprint): string[] {
  return Object.keys(then.files)
    .filter((name) => now.files[name] !== undefined && now.files[name] !== then.files[name])
    .toSorted();
}

interface Change {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

function changes(then: Record<string, string>, now: Record<string, string>): Change[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].toSorted();
  return names.map((name) => change(name, then, now)).filter(({ before, after }) => before !== after);
}

function change(name: string, then: Record<string, string>, now: Record<string, string>): Change {
  return { name, before: then[name], after: now[name] };
}

/** A digest of "" stands for a file that is not there. */
function fileClause({ name, before, after }: Change): string {
  if (!before) return `${name} is new`;
  return after ? `${name} changed` : `${name} is gone`;
}

function settingClause(changed: Change): string {
  const { name, before, after } = changed;
  if (name === "pytest options") return "the options for pytest changed";
  if (!name.startsWith("$")) return fileClause(changed);
  if (before === undefined) return `${name} is now set`;
  return after === undefined ? `${name} is no longer set` : `${name} changed`;
}

function dependencyClause({ name, before, after }: Change): string {
  if (before === undefined) return `${name} ${after} is newly installed`;
  return after === undefined ? `${name} ${before} is gone` : `${name} ${before} is now ${after}`;
}

function interpreterClauses(then: Fingerprint["interpreter"], now: Fingerprint["interpreter"]): string[] {
  if (then.path !== now.path) return [`another interpreter: ${then.path} is now ${now.path}`];
  if (then.version !== now.version) return [`Python ${then.version} is now ${now.version || "unknown"}`];
  return then.modified === now.modified ? [] : [`${now.path} was replaced`];
}

function shortened(clauses: string[]): string[] {
  if (clauses.length <= most) return clauses;
  return [...clauses.slice(0, most - 1), `and ${clauses.length - most + 1} more like this`];
}
