import type { LanguageModelV3GenerateResult } from "@ai-sdk/provider";
import { jsonObject, OwnForm } from "./prompt.ts";
import type { ToolCall, Turn } from "./provider.ts";

/** A turn of the model from what the library made of the server's answer. */
export function toTurn(result: LanguageModelV3GenerateResult, provider: string): Turn {
  const { content, finishReason, usage } = result;
  const calls = content.flatMap((part) => (part.type === "tool-call" ? [toCall(part)] : []));
  return {
    text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
    calls,
    opaque: new OwnForm(provider, content),
    stop: stopOf(finishReason.unified, calls.length > 0),
    usage: {
      input: usage.inputTokens.total ?? 0,
      output: usage.outputTokens.total ?? 0,
      cached: usage.inputTokens.cacheRead ?? 0,
    },
  };
}

function toCall(part: { toolCallId: string; toolName: string; input: string }): ToolCall {
  // Some servers leave the text empty where a tool takes no arguments.
  const args = part.input.trim() === "" ? {} : jsonObject(part.input);
  return { id: part.toolCallId, name: part.toolName, args, raw: part.input };
}

function stopOf(reason: LanguageModelV3GenerateResult["finishReason"]["unified"], calls: boolean): Turn["stop"] {
  if (reason === "length") return "length";
  if (reason === "content-filter") return "refusal";
  if (calls) return "tools";
  return reason === "error" ? "invalid" : "end";
}
