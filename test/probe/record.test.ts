import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { toJSONSchema } from "zod/v4/core";
import { type ProbeRecord, parseRecord } from "../../src/probe/record.ts";
import { wireLine } from "../../src/probe/wire.ts";

const kept = new URL("../../python-probe/tests/records/shapes/record.jsonl", import.meta.url);
const schemaFile = new URL("../../python-probe/wire.schema.json", import.meta.url);

let text: string;
beforeAll(async () => {
  text = await readFile(kept, "utf8");
});

function read(source: string) {
  const parsed = parseRecord(source);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed;
}

test("a record that the probe wrote is understood to its last line", () => {
  const record = read(text);
  expect(record.skippedLines).toBe(0);
  expect(record.header.rootdir).toBe("/project");
  expect(record.end).toEqual({ type: "end", exitStatus: 1 });
  const cause = record.failures.find(({ nodeId }) => nodeId === "test_shapes.py::test_cause");
  expect(cause).toMatchObject({
    phase: "call",
    exception: { type: "pkg.orders.OrderError", message: "order refused: no number" },
    chain: [{ relation: "cause", exception: { type: "ValueError" } }],
  });
  expect(cause?.frames.at(-1)).toMatchObject({ path: "/project/pkg/orders.py", function: "load", project: true });
});

test("a record that was cut anywhere keeps its whole lines", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: text.length }), (length) => {
      const cut = text.slice(0, length);
      const whole = cut.split("\n").filter(isJson).length;
      const parsed = parseRecord(cut);
      if ("problem" in parsed) expect(whole).toBe(0);
      else expect(lineCount(parsed)).toBe(whole);
    }),
  );
});

function lineCount({ outcomes, failures, origins, end }: ProbeRecord): number {
  return 1 + outcomes.length + failures.length + origins.length + (end ? 1 : 0);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

test("any text is an error value or a record, never a crash", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json(), fc.constantFrom(...text.split("\n")))), (lines) => {
      parseRecord(lines.join("\n"));
    }),
  );
});

test("an unknown version is named", () => {
  const next = text.replace('"schema": 1', '"schema": 2');
  expect(parseRecord(next)).toEqual({ problem: "the probe writes schema 2, this Faultline reads schema 1" });
});

test("a record without a header, and an empty one, are told apart", () => {
  expect(parseRecord("")).toEqual({ problem: "the probe wrote nothing" });
  expect(parseRecord(text.slice(text.indexOf("\n") + 1))).toEqual({
    problem: "the probe's record does not begin with a header",
  });
});

test("lines and fields of a later writer are passed over", () => {
  const [header, ...rest] = text.trimEnd().split("\n");
  const wider = header?.replace("{", '{"extra": [1], ') ?? "";
  const record = read([wider, '{"type": "spectrum", "lines": []}', ...rest].join("\n"));
  expect(record.skippedLines).toBe(1);
  expect(record.failures).toHaveLength(read(text).failures.length);
});

test("reader and JSON Schema describe the same wire", async () => {
  const written = JSON.parse(await readFile(schemaFile, "utf8"));
  const lines = written.oneOf.map((line: unknown) => inline(line, written.$defs));
  const understood = inline(toJSONSchema(wireLine), {}) as { oneOf: unknown[] };
  expect(understood.oneOf).toEqual(lines);
});

/** A schema without references and without what only one side can say. */
function inline(schema: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inline(item, definitions));
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema);
  const reference = entries.find(([key]) => key === "$ref")?.[1];
  if (typeof reference === "string") return inline(definitions[reference.split("/").at(-1) ?? ""], definitions);
  const isWord = "const" in schema || "enum" in schema;
  return Object.fromEntries(
    entries
      .filter(([key]) => !["$schema", "title", "description", "additionalProperties"].includes(key))
      .filter(([key, value]) => !(key === "type" && isWord && typeof value === "string"))
      .filter(([key, value]) => !(["minimum", "maximum"].includes(key) && Math.abs(Number(value)) > 2 ** 52))
      .map(([key, value]) => [key, key === "required" ? [...(value as string[])].sort() : inline(value, definitions)]),
  );
}
