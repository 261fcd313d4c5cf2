import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRenames, toNew, toOld } from "../../src/client/renames.ts";
import type { Schema } from "../../src/client/schema.ts";

const object = (properties: Record<string, Schema>): Schema => ({ type: "object", properties });
const text = (description?: string): Schema => ({ type: "string", ...(description && { description }) });
const number: Schema = { type: "number" };

function found(before: Schema, now: Schema) {
  const { renames, unclear } = findRenames(before, now);
  return { names: Object.fromEntries(renames.names), unclear };
}

describe("a rename is found", () => {
  test("where one field is gone and one of its type is new", () => {
    expect(found(object({ site_id: text(), limit: number }), object({ site: text(), limit: number }))).toEqual({
      names: { site_id: "site" },
      unclear: [],
    });
  });

  test("among several of one type by their descriptions", () => {
    const before = object({ site_id: text("Id of the site"), device_id: text("Id of the device") });
    const now = object({ device: text("Id of the device"), site: text("Id of the site") });
    expect(found(before, now).names).toEqual({ site_id: "site", device_id: "device" });
  });

  test("in lists of lists", () => {
    const table = (name: string) =>
      object({ rows: { type: "array", items: { type: "array", items: object({ [name]: number }) } } });
    const { renames } = findRenames(table("load"), table("load_percent"));
    expect(toOld({ rows: [[{ load_percent: 3 }], []] }, renames)).toEqual({ rows: [[{ load: 3 }], []] });
  });

  test("among several by their types", () => {
    const before = object({ count: number, tags: { type: "array", items: { type: "string" } } });
    const now = object({ labels: { type: "array", items: { type: "string" } }, total: number });
    expect(found(before, now).names).toEqual({ count: "total", tags: "labels" });
  });
});

describe("a rename is not clear", () => {
  test.each([
    ["where two new fields fit", object({ id: text() }), object({ one: text(), two: text() }), ["id"]],
    ["where two lost fields fit one", object({ a: text(), b: text() }), object({ one: text() }), ["a", "b"]],
    ["where the type is another", object({ id: text() }), object({ key: number }), ["id"]],
    ["where the description is another", object({ id: text("Site") }), object({ key: text("Owner") }), ["id"]],
    ["where the field is only gone", object({ id: text(), n: number }), object({ n: number }), ["id"]],
    ["where the whole is gone", object({ id: text() }), {}, ["id"]],
    [
      "deep inside",
      object({ rows: { type: "array", items: object({ id: text() }) } }),
      object({ rows: { type: "array", items: object({ one: text(), two: text() }) } }),
      ["rows.id"],
    ],
  ])("%s", (_, before, now, unclear) => {
    expect(found(before, now)).toEqual({ names: {}, unclear });
  });
});

/** A schema in which each field has a description of its own, and a value that has all of its fields. */
const described: fc.Arbitrary<{ schema: Schema; value: Record<string, unknown> }> = fc.letrec((tie) => ({
  object: fc
    .dictionary(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.oneof({ depthSize: "small" }, tie("leaf"), tie("list"), tie("object")),
      {
        minKeys: 1,
        maxKeys: 4,
      },
    )
    .map((fields) => {
      const entries = Object.entries(fields as Record<string, { schema: Schema; value: unknown }>);
      const properties = entries.map(([name, { schema }]) => [name, { ...schema, description: `about ${name}` }]);
      return {
        schema: object(Object.fromEntries(properties)),
        value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
      };
    }),
  list: fc
    .record({ item: tie("object"), length: fc.nat(3) })
    .map(({ item, length }) => ({ item: item as { schema: Schema; value: unknown }, length }))
    .map(({ item, length }) => ({
      schema: { type: "array", items: item.schema },
      value: Array(length).fill(item.value),
    })),
  leaf: fc.oneof(
    fc.string().map((value) => ({ schema: text(), value })),
    fc.integer().map((value) => ({ schema: number, value })),
  ),
})).object as fc.Arbitrary<{ schema: Schema; value: Record<string, unknown> }>;

/** Gives some names of a schema, or of a value of it, their new form, at any depth. */
function drifted(node: unknown, isRenamed: (name: string) => boolean, inSchema: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => drifted(item, isRenamed, inSchema));
  if (typeof node !== "object" || node === null) return node;
  const fields = Object.entries(node).map(([key, value]) => {
    const isName = !inSchema || (typeof value === "object" && "description" in value);
    return [isName && isRenamed(key) ? `${key}_new` : key, drifted(value, isRenamed, inSchema)];
  });
  return Object.fromEntries(fields);
}

test("whatever has been renamed at whatever depth, values get their old names back, and new ones", () => {
  fc.assert(
    fc.property(described, fc.func(fc.boolean()), ({ schema, value }, isRenamed) => {
      const now = drifted(schema, isRenamed, true) as Schema;
      const given = drifted(value, isRenamed, false) as Record<string, unknown>;
      const { renames, unclear } = findRenames(schema, now);
      expect(unclear).toEqual([]);
      expect(toOld(given, renames)).toEqual(value);
      expect(toNew(value, renames)).toEqual(given);
    }),
  );
});
