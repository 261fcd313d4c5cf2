import type { Gathered } from "./gather.ts";
import { jsonObject } from "./json.ts";
import { OwnForm } from "./prompt.ts";
import type { ToolCall, Turn } from "./provider.ts";
import { usageOf } from "./reported-usage.ts";

/** A turn of the model from what the server sent. */
export function toTurn({ content, finish, usage }: Gathered, provider: string): Turn {
  const calls = content.flatMap((part) => (part.type === "tool-call" ? [toCall(part)] : []));
  return {
    text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
    calls,
    opaque: new OwnForm(provider, content),
    stop: stopOf(finish, calls.length > 0),
    usage: usageOf(usage),
  };
}

function toCall(part: { toolCallId: string; toolName: string; input: string }): ToolCall {
  // Some servers leave the text empty where a tool takes no arguments.
  const args = part.input.trim() === "" ? {} : jsonObject(part.input);
  return { id: part.toolCallId, name: part.toolName, args, raw: part.input };
}

function stopOf(reason: Gathered["finish"], calls: boolean): Turn["stop"] {
  if (reason === undefined) return "stopped";
  if (reason === "length") return "length";
  if (reason === "content-filter") return "refusal";
  if (calls) return "tools";
  return reason === "error" ? "invalid" : "end";
}
