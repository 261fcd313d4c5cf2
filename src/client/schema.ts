import { isObject } from "../kernel/is-object.ts";

/** A JSON Schema, as far as agents read it. */
export type Schema = Record<string, unknown>;

/** The schemas of an object's properties, by name. */
export function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  const properties = schema?.["properties"];
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, Schema] => isObject(entry[1])),
  );
}

/** The schema of a list's items. */
export function itemsOf(schema: Schema | undefined): Schema | undefined {
  const items = schema?.["items"];
  return isObject(items) ? items : undefined;
}

/** The kind of value that a schema wants, as text: of objects and lists only that they are such. */
export function typeOf(schema: Schema): string {
  if ("properties" in schema) return "object";
  const items = itemsOf(schema);
  if (items) return `list of ${typeOf(items)}`;
  const { description: _, title: __, default: ___, ...rest } = schema;
  return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function descriptionOf(schema: Schema): string | undefined {
  const description = schema["description"];
  return typeof description === "string" ? description : undefined;
}
