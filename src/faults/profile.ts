import { z } from "zod";
import { plainName } from "./fields.ts";
import { didYouMean } from "./nearest.ts";
import type { Mistake, Profile, Rule } from "./rule.ts";
import type { Finding } from "./rule-checks.ts";
import { type RuleTable, readRule } from "./rule-table.ts";
import { readToml, type Toml } from "./toml.ts";

const fields = {
  name: plainName,
  description: z.string({ error: "wants a text" }).default(""),
  seed: z.int({ error: "wants a whole number" }).default(0),
  faults: z.array(z.unknown(), { error: "wants a list of tables: write [[faults]]" }).default([]),
};
const Fields = z.object(fields);

/**
 * Reads a profile: a TOML text with `name`, `description`, `seed` and one `[[faults]]` for each rule.
 *
 * @param file how mistakes name the text
 * @returns the profile, or every mistake in it, in the order of lines
 */
export function parseProfile(text: string, file: string): { profile: Profile } | { mistakes: Mistake[] } {
  const toml = readToml(text);
  if (!("value" in toml)) return { mistakes: [{ file, line: toml.line, field: "", message: toml.message }] };
  const read = Fields.safeParse(toml.value);
  const { faults } = toml.value;
  const tables = (Array.isArray(faults) ? faults : []).map((table) => readRule(table));
  const findings: Finding[] = [
    ...toml.lost.map((path) => ({ path, message: "is a name that nothing can have" })),
    ...unknownFields(toml.value),
    ...(read.error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message })),
    ...tables.flatMap((table, index) =>
      "rule" in table ? [] : table.findings.map(({ path, message }) => ({ path: ["faults", index, ...path], message })),
    ),
    ...togetherFindings(tables.map((table) => ("rule" in table ? table.rule : undefined))),
  ];
  if (!read.success || findings.length > 0) return { mistakes: mistakesOf(findings, toml, file) };
  const { name, description, seed } = read.data;
  const rules = rulesOf(tables.flatMap((table) => ("rule" in table ? [table.rule] : [])));
  return { profile: { name, description, seed, rules } };
}

function unknownFields(value: Record<string, unknown>): Finding[] {
  const valid = Object.keys(fields);
  return Object.keys(value)
    .filter((key) => !valid.includes(key))
    .map((key) => ({ path: [key], message: `is unknown${didYouMean(key, valid)}` }));
}

function mistakesOf(findings: readonly Finding[], toml: Toml, file: string): Mistake[] {
  return findings
    .map(({ path, message }) => ({ file, line: toml.lineOf(path), field: shownPath(path), message }))
    .toSorted((a, b) => a.line - b.line);
}

/** Such as `faults[2].outage.calls`, counted from 1, as people count tables. */
function shownPath(path: readonly (string | number)[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key + 1}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

/** What is wrong only in view of the rules before: a name taken, or nothing left to do. */
function togetherFindings(rules: readonly (RuleTable | undefined)[]): Finding[] {
  return rules.flatMap((rule, index): Finding[] => {
    const before = rules.slice(0, index);
    const isTaken = rule?.given !== undefined && before.some((other) => other?.given === rule.given);
    const first = rule ? before.findIndex((other) => other !== undefined && leavesNothing(other, rule)) : -1;
    return [
      ...(isTaken ? [{ path: ["faults", index, "name"], message: "is the name of an earlier rule" }] : []),
      ...(first === -1
        ? []
        : [{ path: ["faults", index], message: `can never act: faults[${first + 1}] fires at each of these calls` }]),
    ];
  });
}

/** Whether the first rule always fires where the second could, so that the second never gets its turn. */
function leavesNothing({ condition, effect }: RuleTable, other: RuleTable): boolean {
  if (effect.kind === "schema_drift" || other.effect.kind === "schema_drift" || effect.kind === "stale") return false;
  const { probability, after, limit, every, first, calls, outage, tools, methods } = condition;
  const always = probability === 1 && after === 0 && (every ?? 1) === 1;
  if (!always || [limit, first, calls, outage].some((field) => field !== undefined)) return false;
  return covers(tools, other.condition.tools) && covers(methods, other.condition.methods);
}

function covers(globs: readonly string[], others: readonly string[]): boolean {
  if (globs.some((glob) => glob.startsWith("!"))) return false;
  if (globs.length === 0 || globs.includes("*")) return true;
  return others.length > 0 && others.every((other) => globs.includes(other));
}

function rulesOf(tables: readonly RuleTable[]): Rule[] {
  const names = new Set(tables.flatMap(({ given }) => given ?? []));
  const keys = new Map<string, number>();
  return tables.map(({ given, condition, effect }) => {
    const name = given ?? freeName(effect.kind, names);
    names.add(name);
    const about = JSON.stringify([effect.kind, condition.tools.toSorted(), condition.methods.toSorted()]);
    const ordinal = (keys.get(about) ?? 0) + 1;
    if (given === undefined) keys.set(about, ordinal);
    return { ...condition, name, key: given ?? (ordinal === 1 ? about : `${about}#${ordinal}`), effect };
  });
}

function freeName(kind: string, taken: ReadonlySet<string>): string {
  if (!taken.has(kind)) return kind;
  let number = 2;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}
