import { isObject } from "../kernel/is-object.ts";
import type { ToolSpec } from "./provider.ts";

/** Arguments that are well as they are by default, with which a model has only more to read and more to get wrong. */
const LEFT_OUT = new Set(["budget_tokens", "deadline_seconds"]);
/** The test that a model is to mend, of which it need not be told. */
export const TEST = "node_id";

/**
 * A tool of Faultline's server in few words, since a model reads them with each turn: without what tells of errors, which
 * it sees when there is one, and without arguments that it can do without.
 */
export function briefTool({ name, description, inputSchema }: ToolSpec): ToolSpec {
  const { type, properties, required, additionalProperties } = inputSchema;
  const kept = Object.entries(isObject(properties) ? properties : {}).filter(([key]) => !LEFT_OUT.has(key));
  return {
    name,
    description: briefText(description),
    inputSchema: {
      type,
      properties: Object.fromEntries(
        kept.map(([key, schema]) => [
          key,
          key === TEST ? { type: "string", description: "Without it the failing test" } : schema,
        ]),
      ),
      required: Array.isArray(required) ? required.filter((key) => key !== TEST) : [],
      additionalProperties,
    },
  };
}

function briefText(description: string): string {
  const lines = description.split("\n").filter((line) => !line.startsWith("Errors: "));
  const tellsOfKept = (sentence: string) => ![...LEFT_OUT].some((name) => sentence.includes(name));
  return lines
    .map((line) =>
      line
        .split(/(?<=\.) /)
        .filter(tellsOfKept)
        .join(" "),
    )
    .join("\n");
}
