import { expect, test } from "vitest";
import { briefTool } from "../../src/agent/brief-tool.ts";

test("a tool is told without its errors, and without arguments that it can do without", () => {
  const brief = briefTool({
    name: "compare",
    description:
      "Compares two runs. Ends at deadline_seconds; give more.\nUse it when both run.\nErrors: no such file.",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        node_id: { type: "string", minLength: 1, maxLength: 4096, description: "pytest node id, such as a.py::test_b" },
        at: { type: "array", minItems: 1, items: { type: "string", minLength: 3 }, description: "Lines to watch" },
        suite: { type: "string", enum: ["all", "none"] },
        budget_tokens: { type: "integer", default: 2000, minimum: 200 },
        deadline_seconds: { type: "number", default: 50 },
      },
      required: ["node_id", "at"],
      additionalProperties: false,
    },
  });
  expect(brief).toEqual({
    name: "compare",
    description: "Compares two runs.\nUse it when both run.",
    inputSchema: {
      type: "object",
      properties: {
        node_id: { type: "string", description: "Without it the failing test" },
        at: { type: "array", minItems: 1, items: { type: "string", minLength: 3 }, description: "Lines to watch" },
        suite: { type: "string", enum: ["all", "none"] },
      },
      required: ["at"],
      additionalProperties: false,
    },
  });
});
