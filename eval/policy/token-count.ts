import type { TokenCounter } from "../../src/kernel/tokens.ts";
import type { MessagesRequest, Usage } from "./messages.ts";

/** Counts what the requests of one session hold. */
export interface SessionTokens {
  /**
   * Tokens of one request and its answer. What the request has in common with an earlier one of the session, from its
   * start on, is read from the cache; the rest is new.
   *
   * @param answer the content of the answer
   */
  count(request: MessagesRequest, answer: readonly object[]): Usage;
}

/**
 * Counts tokens with the o200k_base encoding: a stand-in, since the tokenizer of the models that the client is made for
 * is not public. Tools, system prompt and messages are counted as their JSON, in the order in which a model reads them
 * and caches are filled.
 */
export function countSession(tokensOf: TokenCounter): SessionTokens {
  const sizes = new Map<string, number>();
  const seen: string[][] = [];
  const size = (text: string): number => {
    const known = sizes.get(text);
    if (known !== undefined) return known;
    const counted = tokensOf(text);
    sizes.set(text, counted);
    return counted;
  };
  const total = (parts: readonly string[]) => parts.reduce((sum, part) => sum + size(part), 0);
  return {
    count(request, answer) {
      const parts = partsOf(request);
      const common = Math.max(0, ...seen.map((earlier) => commonStart(earlier, parts)));
      seen.push(parts);
      return {
        // Claude Code marks the end of the conversation to be cached, so that all that is new is written to the cache.
        input_tokens: 0,
        cache_creation_input_tokens: total(parts.slice(common)),
        cache_read_input_tokens: total(parts.slice(0, common)),
        output_tokens: total(answer.map((block) => JSON.stringify(block))),
      };
    },
  };
}

/** A request as a list of texts; where a cache is to end is no part of it. */
function partsOf({ tools = [], system = [], messages }: MessagesRequest): string[] {
  const plain = (value: unknown): string =>
    JSON.stringify(value, (key, inner: unknown) => (key === "cache_control" ? undefined : inner));
  const blocks = messages.flatMap(({ role, content }) =>
    typeof content === "string"
      ? [plain({ role, text: content })]
      : content.map((block) => plain(block.type === "text" ? { role, text: block.text } : { role, ...block })),
  );
  return [...tools.map(plain), ...(typeof system === "string" ? [plain(system)] : system.map(plain)), ...blocks];
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((part, at) => part !== other[at]);
  return end < 0 ? one.length : end;
}
