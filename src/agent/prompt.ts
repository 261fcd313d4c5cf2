import type { LanguageModelV3Content, LanguageModelV3FunctionTool, LanguageModelV3Message } from "@ai-sdk/provider";
import { jsonObject } from "./json.ts";
import type { Message, ToolSpec, TurnRequest } from "./provider.ts";

type AssistantPart = Extract<LanguageModelV3Message, { role: "assistant" }>["content"][number];
type ToolPart = Extract<LanguageModelV3Message, { role: "tool" }>["content"][number];

/** A turn in the form of the library that speaks to the server. */
export class OwnForm {
  readonly provider: string;
  readonly content: readonly LanguageModelV3Content[];

  constructor(provider: string, content: readonly LanguageModelV3Content[]) {
    this.provider = provider;
    this.content = content;
  }
}

/**
 * A conversation in the form of the library.
 *
 * @param provider name of the provider; only its own turns go back as they came, with signatures and thoughts
 */
export function toPrompt({ system, messages }: TurnRequest, provider: string): LanguageModelV3Message[] {
  const prompt: LanguageModelV3Message[] = system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    if (message.role === "user") {
      prompt.push({ role: "user", content: [{ type: "text", text: message.text }] });
    } else if (message.role === "assistant") {
      const content = assistantParts(message, provider);
      // Servers refuse a turn of the model in which nothing is said.
      if (content.length > 0) prompt.push({ role: "assistant", content });
    } else {
      const last = prompt.at(-1);
      // Results of calls that were made together have to come back together.
      if (last?.role === "tool") last.content.push(resultPart(message));
      else prompt.push({ role: "tool", content: [resultPart(message)] });
    }
  }
  return prompt;
}

/** Tools in the form of the library. */
export function toTools(tools: readonly ToolSpec[]): LanguageModelV3FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({ type: "function", name, description, inputSchema }));
}

function assistantParts(message: Extract<Message, { role: "assistant" }>, provider: string): AssistantPart[] {
  const { opaque } = message;
  if (opaque instanceof OwnForm && opaque.provider === provider) return opaque.content.flatMap(sentBack);
  const text: AssistantPart[] = message.text.trim() === "" ? [] : [{ type: "text", text: message.text }];
  return [
    ...text,
    ...message.calls.map(
      ({ id, name, args }): AssistantPart => ({
        type: "tool-call",
        toolCallId: id,
        toolName: name,
        // Servers read the arguments of earlier calls again, and fail where those are no JSON.
        input: args ?? {},
      }),
    ),
  ];
}

function sentBack(part: LanguageModelV3Content): AssistantPart[] {
  const own = part.providerMetadata ? { providerOptions: part.providerMetadata } : {};
  if (part.type === "reasoning") return [{ type: "reasoning", text: part.text, ...own }];
  if (part.type === "text") {
    const isEmpty = part.text.trim() === "" && !part.providerMetadata;
    return isEmpty ? [] : [{ type: "text", text: part.text, ...own }];
  }
  if (part.type !== "tool-call") return [];
  const { toolCallId, toolName, input } = part;
  return [{ type: "tool-call", toolCallId, toolName, input: jsonObject(input) ?? {}, ...own }];
}

function resultPart({ callId, name, text, isError }: Extract<Message, { role: "tool" }>): ToolPart {
  return {
    type: "tool-result",
    toolCallId: callId,
    toolName: name,
    output: { type: isError ? "error-text" : "text", value: text },
  };
}
