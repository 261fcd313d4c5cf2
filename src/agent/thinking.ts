/** Whether a model is to think before it answers. */
export type Thinking = "on" | "off";

type ThinkingConfig = {
  thinkingLevel?: "minimal" | "low" | "high";
  thinkingBudget?: number;
};

/**
 * How the Gemini API is told; undefined for models that do not think, which refuse to be told. Gemini from version 3 on
 * and Gemma 4 take a level, of which the lowest is as near to "off" as they come; Gemini 2.5 takes a budget of tokens,
 * where -1 leaves it to the model and 128 is the least that its "pro" takes.
 */
export function geminiThinking(model: string, thinking: Thinking): ThinkingConfig | undefined {
  const name = model.toLowerCase();
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(name)?.[1] ?? (/^gemini-.*latest/.test(name) ? 3 : 0));
  const isPro = name.includes("-pro");
  if (version >= 3 || /gemma-?4/.test(name)) {
    if (thinking === "on") return { thinkingLevel: "high" };
    return { thinkingLevel: isPro ? "low" : "minimal" };
  }
  if (version < 2.5) return undefined;
  if (thinking === "on") return { thinkingBudget: -1 };
  return { thinkingBudget: isPro ? 128 : 0 };
}

/** How llama.cpp's server is told: its templates of Gemma 4, Qwen 3 and others read this, and those of others ignore it. */
export function templateThinking(thinking: Thinking) {
  return { chat_template_kwargs: { enable_thinking: thinking === "on" } };
}
