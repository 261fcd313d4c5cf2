import { isObject } from "../kernel/is-object.ts";
import { descriptionOf, itemsOf, propertiesOf, type Schema, typeOf } from "./schema.ts";

/** How the names of an object's fields have changed, at any depth. */
export interface Renames {
  /** Old name → new. */
  names: ReadonlyMap<string, string>;
  /** Old name → what has changed within that field, or within each item of that list. */
  within: ReadonlyMap<string, Renames>;
}

/** Fields that are no longer there, and for which not exactly one new field fits: dotted old names. */
export type Unclear = readonly string[];

/**
 * What must have been renamed between two versions of a schema. A field that is gone counts as renamed only where exactly
 * one new field fits (the same type, and the same description where both have one) and no other lost field fits that.
 */
export function findRenames(
  before: Schema | undefined,
  now: Schema | undefined,
): { renames: Renames; unclear: Unclear } {
  const old = propertiesOf(before);
  const current = propertiesOf(now);
  const lost = Object.keys(old).filter((name) => !Object.hasOwn(current, name));
  const added = Object.keys(current).filter((name) => !Object.hasOwn(old, name));
  const fitting = (name: string) => added.filter((other) => fits(old[name], current[other]));
  const names = new Map<string, string>();
  const unclear: string[] = [];
  for (const name of lost) {
    const [only, ...others] = fitting(name);
    const rivals = only === undefined ? [] : lost.filter((other) => other !== name && fitting(other).includes(only));
    if (only !== undefined && others.length === 0 && rivals.length === 0) names.set(name, only);
    else unclear.push(name);
  }
  const within = new Map<string, Renames>();
  for (const [name, schema] of Object.entries(old)) {
    const inner = findRenames(innerOf(schema), innerOf(current[names.get(name) ?? name]));
    if (inner.renames.names.size + inner.renames.within.size > 0) within.set(name, inner.renames);
    unclear.push(...inner.unclear.map((each) => `${name}.${each}`));
  }
  return { renames: { names, within }, unclear };
}

type Fields = Record<string, unknown>;

/** Gives fields their new names. */
export function toNew(fields: Fields, renames: Renames): Fields {
  return renameFields(fields, renames, renames.names, (key) => key, toNew);
}

/** Gives fields their old names back. */
export function toOld(fields: Fields, renames: Renames): Fields {
  const old = new Map([...renames.names].map(([from, to]) => [to, from]));
  return renameFields(fields, renames, old, (_, name) => name, toOld);
}

function renameFields(
  fields: Fields,
  renames: Renames,
  names: ReadonlyMap<string, string>,
  oldName: (before: string, after: string) => string,
  again: (fields: Fields, renames: Renames) => Fields,
): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const name = names.get(key) ?? key;
      const within = renames.within.get(oldName(key, name));
      return [name, within ? eachObject(value, (inner) => again(inner, within)) : value];
    }),
  );
}

/** Changes an object, or each object of a list. */
function eachObject(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => eachObject(item, change));
  return isObject(value) ? change(value) : value;
}

function fits(old: Schema | undefined, current: Schema | undefined): boolean {
  if (old === undefined || current === undefined || typeOf(old) !== typeOf(current)) return false;
  const [was, is] = [descriptionOf(old), descriptionOf(current)];
  return was === undefined || is === undefined || was === is;
}

/** The schema of the object that a field holds, or that the items of its list are. */
function innerOf(schema: Schema | undefined): Schema | undefined {
  const items = itemsOf(schema);
  return items ? innerOf(items) : schema;
}
