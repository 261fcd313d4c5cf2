/** So much of a page is given up at most for an end that is less deep in the JSON. */
const leastShare = 0.25;

/**
 * Where a page of a JSON text ends: behind the last item of its outermost list, object or list within it, that is not
 * too near to its beginning; inside of an item only where the item is larger than the page.
 *
 * @param from where the page begins
 * @param longest where it has to end
 */
export function pageEnd(text: string, from: number, longest: number): number {
  if (longest >= text.length) return text.length;
  const least = from + (longest - from) * leastShare;
  let best = { end: longest, depth: Number.POSITIVE_INFINITY };
  for (const { end, depth } of separators(text, longest)) {
    if (end >= least && depth <= best.depth) best = { end, depth };
  }
  return best.end;
}

/** The ends of the commas between items, each with how deep it lies. */
function* separators(text: string, upTo: number): Generator<{ end: number; depth: number }> {
  let [depth, quoted] = [0, false];
  for (let at = 0; at < upTo; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    else if (char === ",") yield { end: at + 1, depth };
  }
}
