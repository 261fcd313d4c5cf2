/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

/** How tokens are counted: OpenAI's encoding of its current models; other models' counts differ by some percent. */
export const tokenEncoding = "o200k_base";

// A text may hold what is a control token elsewhere, such as `<|endoftext|>`: here it is text.
const nothingSpecial = { disallowedSpecial: new Set<string>() };

// Merging the pairs of one word takes time by the square of its length, so a "word" this long is counted in pieces.
const longRun = /[^\s\d]{1001,}|\s{1001,}/u;
const piece = /[\s\S]{1,1000}/gu;

let loaded: Promise<TokenCounter> | undefined;

/**
 * Loads the counter on first use: its table is two megabytes and takes a moment. Counts are exact, save for texts with
 * more than 1,000 letters, signs or blanks in a row, of which some tokens too many may be counted.
 */
export function loadTokenCounter(): Promise<TokenCounter> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<TokenCounter> {
  const { countTokens, setMergeCacheSize } = await import("gpt-tokenizer/encoding/o200k_base");
  setMergeCacheSize(10_000);
  const count = (text: string) => countTokens(text, nothingSpecial);
  return (text) => {
    if (!longRun.test(text)) return count(text);
    return (text.match(piece) ?? []).reduce((sum, part) => sum + count(part), 0);
  };
}
