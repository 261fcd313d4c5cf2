/** The values of a text with a value of JSON a line, but for half a line at its end: who wrote it may have been ended there. */
export function wholeLines(text: string): unknown[] {
  return text
    .split("\n")
    .map(wholeValue)
    .filter((value) => value !== undefined);
}

/** The value of a text in JSON; undefined where it is none, such as half of one. */
export function wholeValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
