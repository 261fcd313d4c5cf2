/** The first line of a text, trimmed. */
export function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").trim();
}

/** At most `limit` characters, whole ones; an ellipsis stands for the rest. */
export function shorten(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join("")}…`;
}
