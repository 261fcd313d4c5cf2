import { z } from "zod";
import { plainName, wholeNumber } from "./fields.ts";
import { didYouMean } from "./nearest.ts";
import type { Mistake, Profile, Rule } from "./rule.ts";
import type { Finding } from "./rule-checks.ts";
import { type RuleTable, readRule } from "./rule-table.ts";
import { togetherFindings } from "./rules-together.ts";
import { readToml, type Toml } from "./toml.ts";

const fields = {
  name: plainName,
  description: z.string({ error: "wants a text" }).default(""),
  seed: wholeNumber(0).default(0),
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

function rulesOf(tables: readonly RuleTable[]): Rule[] {
  const names = new Set(tables.flatMap(({ given }) => given ?? []));
  const last = new Map<string, number>();
  const keys = new Map<string, number>();
  return tables.map(({ given, condition, effect }) => {
    const name = given ?? freeName(effect.kind, names, last);
    names.add(name);
    const about = JSON.stringify([effect.kind, condition.tools.toSorted(), condition.methods.toSorted()]);
    const ordinal = (keys.get(about) ?? 0) + 1;
    if (given === undefined) keys.set(about, ordinal);
    return { ...condition, name, key: given ?? (ordinal === 1 ? about : `${about}#${ordinal}`), effect };
  });
}

/** @param last the number that was given last to each kind */
function freeName(kind: string, taken: ReadonlySet<string>, last: Map<string, number>): string {
  if (!taken.has(kind)) return kind;
  let number = (last.get(kind) ?? 1) + 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  last.set(kind, number);
  return `${kind}-${number}`;
}
