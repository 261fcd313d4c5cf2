import { z } from "zod";
import { isObject } from "../kernel/is-object.ts";
import type { Drift } from "./fault.ts";
import {
  type Edit,
  edited,
  elementsOf,
  keysWithin,
  type Member,
  membersOf,
  skipSpace,
  stringAt,
  valueAt,
} from "./json-text.ts";
import type { Kind, Options } from "./kind.ts";
import type { Effect } from "./rule.ts";

const renames = z
  .record(z.string(), z.string({ error: "wants the new name" }).min(1, "wants the new name"), {
    error: "wants a table of new names by old ones",
  })
  .default({});

const options = {
  rename_args: renames,
  rename_fields: renames,
  notify: z.boolean({ error: "wants true or false" }).default(false),
};

/** From some call on a tool's arguments and the fields of its results have other names. */
export const schemaDrift: Kind<Extract<Effect, { kind: "schema_drift" }>> & {
  drift: z.ZodType<Drift>;
  write(drift: Drift): Options;
} = {
  kind: "schema_drift",
  options: z.object(options).transform(({ rename_args, rename_fields, notify }) => ({
    kind: "schema_drift",
    renameArgs: rename_args,
    renameFields: rename_fields,
    notify,
  })),
  names: Object.keys(options),
  drift: z.object({
    rule: z.string(),
    renameArgs: z.record(z.string(), z.string()),
    renameFields: z.record(z.string(), z.string()),
    notify: z.boolean(),
    since: z.number(),
  }),
  write: ({ renameArgs, renameFields, notify }) => ({
    ...(Object.keys(renameArgs).length > 0 ? { rename_args: renameArgs } : {}),
    ...(Object.keys(renameFields).length > 0 ? { rename_fields: renameFields } : {}),
    ...(notify ? { notify } : {}),
  }),
};

/** What a server sends whose list of tools is another one now; without a line end. */
export const LIST_CHANGED = Buffer.from('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');

/**
 * A tool call as the server must see it, whose arguments have their old names there; or the text of the refusal (error
 * -32602) where the client uses a name that is gone.
 */
export function driftRequest(message: Buffer, drift: Drift): { message: Buffer } | { refusal: string } {
  const params = valueAt(message, skipSpace(message, 0), "params");
  const args = params && valueAt(message, params.start, "arguments");
  const given = (args && membersOf(message, args.start)) ?? [];
  const gone = given.filter(({ key }) => Object.hasOwn(drift.renameArgs, key)).map(({ key }) => key);
  if (params && gone.length > 0) {
    const name = valueAt(message, params.start, "name");
    return { refusal: refusalOf((name && stringAt(message, name.start)) ?? "", gone, drift.renameArgs) };
  }
  const back = new Map(Object.entries(drift.renameArgs).map(([old, renamed]) => [renamed, old]));
  return {
    message: edited(
      message,
      given.flatMap((member) => keyEdit(member, back.get(member.key))),
    ),
  };
}

function refusalOf(tool: string, gone: readonly string[], renamed: Drift["renameArgs"]): string {
  const unknown = gone.map((name) => `unrecognized argument '${name}'`);
  const missing = gone.map((name) => `missing required argument '${renamed[name]}'`);
  return `Invalid arguments for tool ${tool}: ${[...missing, ...unknown].join(", ")}`;
}

/** A tool's response with the new names in its structured content and in the JSON that its text content holds. */
export function driftResult(message: Buffer, drift: Drift): Buffer {
  const result = valueAt(message, skipSpace(message, 0), "result");
  if (!result || Object.keys(drift.renameFields).length === 0) return message;
  const structured = valueAt(message, result.start, "structuredContent");
  const content = valueAt(message, result.start, "content");
  const texts = ((content && elementsOf(message, content.start)) ?? []).flatMap(({ start }) => {
    const text = valueAt(message, start, "text");
    return text ? [text] : [];
  });
  return edited(message, [
    ...(structured ? keyEdits(message, structured, drift.renameFields) : []),
    ...texts.flatMap(({ start, end }) => textEdit(message, start, end, drift.renameFields)),
  ]);
}

/** The keys at any depth of a value that have new names. */
function keyEdits(
  bytes: Buffer,
  { start, end }: Pick<Member, "start" | "end">,
  renamed: Record<string, string>,
): Edit[] {
  return keysWithin(bytes, start, end)
    .filter(({ key }) => Object.hasOwn(renamed, key))
    .flatMap((member) => keyEdit(member, renamed[member.key]));
}

function keyEdit(member: Pick<Member, "keyStart" | "keyEnd">, name: string | undefined): Edit[] {
  return name === undefined ? [] : [{ start: member.keyStart, end: member.keyEnd, text: JSON.stringify(name) }];
}

/** Text content that is JSON itself, as servers send it besides structured content. */
function textEdit(bytes: Buffer, start: number, end: number, renamed: Record<string, string>): Edit[] {
  const text = stringAt(bytes, start)?.trimStart() ?? "";
  if (!/^[[{]/.test(text)) return [];
  try {
    JSON.parse(text);
  } catch {
    return [];
  }
  const inner = Buffer.from(text);
  const edits = keyEdits(inner, { start: 0, end: inner.length }, renamed);
  return edits.length === 0 ? [] : [{ start, end, text: JSON.stringify(edited(inner, edits).toString("utf8")) }];
}

/**
 * A list of tools with the new names: arguments in `inputSchema`, fields of results at any depth of `outputSchema`.
 *
 * @param driftOf the drift in force at a tool
 */
export function driftList(message: Buffer, driftOf: (tool: string) => Drift | undefined): Buffer {
  const result = valueAt(message, skipSpace(message, 0), "result");
  const tools = result && valueAt(message, result.start, "tools");
  const edits = ((tools && elementsOf(message, tools.start)) ?? []).flatMap(({ start }) => {
    const name = valueAt(message, start, "name");
    const drift = name && driftOf(stringAt(message, name.start) ?? "");
    if (!drift) return [];
    return [
      ...schemaEdit(message, valueAt(message, start, "inputSchema"), drift.renameArgs, false),
      ...schemaEdit(message, valueAt(message, start, "outputSchema"), drift.renameFields, true),
    ];
  });
  return edited(message, edits);
}

function schemaEdit(
  bytes: Buffer,
  place: { start: number; end: number } | undefined,
  renamed: Record<string, string>,
  deep: boolean,
): Edit[] {
  if (!place || Object.keys(renamed).length === 0) return [];
  try {
    const schema: unknown = JSON.parse(bytes.toString("utf8", place.start, place.end));
    return [{ start: place.start, end: place.end, text: JSON.stringify(renamedSchema(schema, renamed, deep)) }];
  } catch {
    // No JSON, or nested beyond any use: it goes on as the server wrote it.
    return [];
  }
}

/** A JSON Schema with other names of properties; `deep`: those of the schemas inside as well. */
function renamedSchema(schema: unknown, renamed: Record<string, string>, deep: boolean): unknown {
  if (Array.isArray(schema)) return deep ? schema.map((inner) => renamedSchema(inner, renamed, deep)) : schema;
  if (!isObject(schema)) return schema;
  const nameOf = (name: string) => (Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name);
  const inside = (inner: unknown) => (deep ? renamedSchema(inner, renamed, deep) : inner);
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === "properties" && isObject(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameOf(name), inside(inner)]))];
    }
    if (key === "required" && Array.isArray(value)) {
      return [key, value.map((name: unknown) => (typeof name === "string" ? nameOf(name) : name))];
    }
    return [key, inside(value)];
  });
  return Object.fromEntries(entries);
}
