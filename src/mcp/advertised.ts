import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type * as z from "zod";

type JsonSchema = Record<string, unknown>;

/**
 * A schema that checks what the given one does, and tells clients the same in fewer words: every list of tools carries
 * it, and models read it.
 */
export function advertised<I>(schema: z.ZodType<I>): StandardSchemaWithJSON<unknown, I> {
  const standard = schema["~standard"];
  const { input, output } = standard.jsonSchema;
  return {
    "~standard": {
      version: 1,
      vendor: "faultline",
      validate: (value) => standard.validate(value),
      jsonSchema: { input: (options) => slim(input(options)), output: (options) => slim(output(options)) },
    },
  };
}

/** Without the dialect, which is the protocol's own, and without what allows all that is allowed anyway. */
function slim({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return withoutEmpty(schema) as JsonSchema;
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => !saysNothing(name, member, value));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutEmpty(member)]));
}

function saysNothing(name: string, member: unknown, siblings: object): boolean {
  if (name === "type" && typeof member === "string") return "const" in siblings;
  if (name === "minimum") return member === Number.MIN_SAFE_INTEGER;
  if (name === "maximum") return member === Number.MAX_SAFE_INTEGER;
  return name === "additionalProperties" && JSON.stringify(member) === "{}";
}
