/** Answers in the forms in which the servers of the three kinds really send them. */

export function anthropicMessage(content: unknown[], stopReason: string): unknown {
  return {
    id: "msg_01XFDUDYJgAACzvnptvVoYEL",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: {
      input_tokens: 12,
      cache_creation_input_tokens: 30,
      cache_read_input_tokens: 100,
      output_tokens: 7,
      service_tier: "standard",
    },
  };
}

export function anthropicError(type: string, message: string): unknown {
  return { type: "error", error: { type, message }, request_id: "req_011CSHoEeqs5C35K2UUqR7Fy" };
}

export function geminiResponse(parts: unknown[], finishReason: string): unknown {
  return {
    candidates: [{ content: { role: "model", parts }, finishReason, index: 0 }],
    usageMetadata: {
      promptTokenCount: 142,
      cachedContentTokenCount: 100,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 2,
      totalTokenCount: 149,
    },
    modelVersion: "gemini-2.5-flash",
    responseId: "mAHGaK7zDY2hnsEPj4yN-AM",
  };
}

export function geminiError(code: number, status: string, message: string, details: unknown[] = []): unknown {
  return { error: { code, message, status, details } };
}

export function chatCompletion(message: Record<string, unknown>, finishReason: string): unknown {
  return {
    id: "chatcmpl-gu5Y1NCpIxZv1G95VhJiMV6v49vqEUpP",
    object: "chat.completion",
    created: 1796046709,
    model: "qwen2.5-coder",
    choices: [{ index: 0, finish_reason: finishReason, message: { role: "assistant", content: null, ...message } }],
    usage: {
      prompt_tokens: 142,
      completion_tokens: 7,
      total_tokens: 149,
      prompt_tokens_details: { cached_tokens: 100 },
    },
  };
}

export function toolCall(id: string, name: string, args: string): unknown {
  return { id, type: "function", function: { name, arguments: args } };
}
