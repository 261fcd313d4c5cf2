/** A text of at most so many characters: what is left out, in the middle, is named. The end says most of a test run. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 4);
  const start = text.slice(0, head);
  const end = text.slice(text.length - (most - head));
  return `${start}\n… ${text.length - most} characters left out …\n${end}`;
}
