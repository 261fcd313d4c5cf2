import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
} from "@ai-sdk/provider";
import { z } from "zod";
import { isObject } from "../kernel/is-object.ts";
import { jsonObject } from "./json.ts";
import type { Form } from "./language-model.ts";

type Schema = LanguageModelV3FunctionTool["inputSchema"];

/** A grammar sees to these; for a small model they are noise, and it reads slowly. */
const BOUNDS = new Set(["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern"]);

const Written = z.union([
  z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  z.object({ say: z.string() }),
]);

/**
 * Holds calls to the tools' schemas from the first token on: the model writes one JSON object for which the server makes
 * a grammar. For small models, and for those whose chat template knows nothing of tools, where a server may take a forced
 * call without a word and not force it.
 */
export const heldByGrammar: Form = (options) => {
  const tools = (options.tools ?? []).filter((tool) => tool.type === "function");
  if (tools.length === 0) return { options, read: (part) => [part] };
  return { options: asJson(options, tools), read: fromJson };
};

function asJson(
  { tools: _, toolChoice, ...options }: LanguageModelV3CallOptions,
  tools: readonly LanguageModelV3FunctionTool[],
): LanguageModelV3CallOptions {
  const mayTalk = toolChoice?.type !== "required";
  const forms = tools.map(({ name, inputSchema }) =>
    closed({ tool: { type: "string", const: name }, arguments: inputSchema }),
  );
  if (mayTalk) forms.push(closed({ say: { type: "string" } }));
  return {
    ...options,
    prompt: [
      { role: "system", content: instruction(options.prompt, tools, mayTalk) },
      ...options.prompt.flatMap(asText),
    ],
    responseFormat: { type: "json", name: "next_step", schema: { anyOf: forms } },
  };
}

function closed(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** Many templates take one system message alone, so the caller's own is part of it. */
function instruction(
  prompt: readonly LanguageModelV3Message[],
  tools: readonly LanguageModelV3FunctionTool[],
  mayTalk: boolean,
): string {
  const own = prompt.flatMap((message) => (message.role === "system" ? [message.content] : []));
  const list = tools.map(({ name, description, inputSchema: { properties, required } }) =>
    JSON.stringify({ name, description, arguments: withoutBounds(properties), required }),
  );
  const talk = mayTalk ? ', or {"say": TEXT} to answer without a tool' : "";
  return [
    ...own,
    `Answer with one JSON object and nothing else: {"tool": NAME, "arguments": {…}}${talk}. The tools are:`,
    ...list,
  ].join("\n");
}

/** A schema without the bounds of lengths, counts and numbers, on all levels. */
function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !BOUNDS.has(key) || isObject(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutBounds(value)]));
}

/** Calls and results as the texts that the model wrote and is shown. */
function asText(message: LanguageModelV3Message): LanguageModelV3Message[] {
  if (message.role === "system") return [];
  if (message.role === "assistant") {
    const texts = message.content.flatMap((part) => {
      if (part.type === "text") return [JSON.stringify({ say: part.text })];
      if (part.type === "tool-call") return [JSON.stringify({ tool: part.toolName, arguments: part.input })];
      return [];
    });
    return texts.length === 0 ? [] : [{ role: "assistant", content: [{ type: "text", text: texts.join("\n") }] }];
  }
  if (message.role === "user") return [message];
  const results = message.content.flatMap((part) => {
    if (part.type !== "tool-result") return [];
    const { output, toolName } = part;
    const value = "value" in output ? output.value : "";
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return [`${output.type === "error-text" ? "Error of" : "Result of"} ${toolName}: ${text}`];
  });
  return [{ role: "user", content: [{ type: "text", text: results.join("\n") }] }];
}

function fromJson(part: LanguageModelV3Content): LanguageModelV3Content[] {
  if (part.type !== "text") return [part];
  const written = Written.safeParse(jsonObject(part.text)).data;
  // A turn that was cut is no JSON; who asked sees from the reason that it was.
  if (!written) return [part];
  if ("say" in written) return [{ type: "text", text: written.say }];
  const input = JSON.stringify(written.arguments);
  return [{ type: "tool-call", toolCallId: crypto.randomUUID(), toolName: written.tool, input }];
}
