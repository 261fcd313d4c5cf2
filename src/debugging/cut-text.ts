/** Stands where something was cut. */
export const mark = "…";
const markBytes = 3;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many bytes a text takes as a JSON string in UTF-8, without the quotes. No text has more tokens than that. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/**
 * Cuts a text that takes more than `limit` bytes in JSON, between two characters as a reader sees them. Prose and code
 * lose their end; what has no blank in it, such as a path or a test's id, its middle; an excerpt loses whole lines.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit && jsonBytes(text) <= limit) return text;
  if (!/\s/.test(text.slice(0, limit))) return cutMiddle(text, limit);
  const start = fromStart(segments(text.slice(0, limit)), limit - markBytes);
  const line = start.lastIndexOf("\n");
  return line > 0 ? `${start.slice(0, line + 1)}${mark}` : start + mark;
}

function cutMiddle(text: string, limit: number): string {
  const half = Math.floor((limit - markBytes) / 2);
  // What a slice begins or ends with may be half a character.
  const head = segments(text.slice(0, half + 1)).slice(0, -1);
  const tail = segments(text.slice(-half - 1)).slice(1);
  return fromStart(head, half) + mark + fromStart(tail.toReversed(), half, (kept, next) => next + kept);
}

function segments(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function fromStart(
  parts: readonly string[],
  limit: number,
  join = (kept: string, next: string) => kept + next,
): string {
  let kept = "";
  let used = 0;
  for (const part of parts) {
    used += jsonBytes(part);
    if (used > limit) break;
    kept = join(kept, part);
  }
  return kept;
}
