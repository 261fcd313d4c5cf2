/** How texts are shown on a terminal. */
export interface Paper {
  /** Columns. */
  width: number;
  paint: (style: Style, text: string) => string;
}

type Style = keyof typeof codes;

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** A terminal that is so wide, with or without colours. */
export function paper(columns: number, color: boolean): Paper {
  return {
    width: Math.min(Math.max(columns, 40), 160),
    paint: (style, text) => (color && text !== "" ? `\u001b[${codes[style]}m${text}\u001b[0m` : text),
  };
}

/**
 * A text without anything that a terminal would obey: control characters, and marks that turn the direction of text.
 * Tabs become blanks, line ends stay.
 */
export function visible(text: string): string {
  return text
    .replaceAll("\t", "    ")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{C}\n\u200c\u200d]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
    });
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The title of a section, with a remark behind it, or below where both do not fit on one line. */
export function heading({ paint, width }: Paper, title: string, detail?: string): string[] {
  const shown = paint("bold", paint("cyan", title));
  if (!detail) return [shown];
  if (columnsOf(`${title}: ${detail}`) <= width) return [`${shown}${paint("dim", `: ${detail}`)}`];
  return [shown, ...wrap(detail, width - 2).map((line) => `  ${paint("dim", line)}`)];
}

/** Columns that a text of one line takes. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}

/** The text on one line of so many columns at most, with a mark where something is missing. */
export function clip(text: string, width: number): string {
  const line = text.replaceAll("\n", "\\n");
  return columnsOf(line) <= width ? line : `${head(line, width - 1)}…`;
}

/** The same, but without the beginning. */
export function clipStart(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  const reversed = Array.from(graphemes.segment(text), ({ segment }) => segment).reverse();
  let kept = "";
  for (const segment of reversed) {
    if (columnsOf(segment + kept) >= width) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}

/** Fills a text up with blanks. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columnsOf(text)));
}

/** Lines of so many columns at most, broken at blanks where there are any; those after the first are set in. */
export function wrap(text: string, width: number, indent = ""): string[] {
  return text.split("\n").flatMap((line) => {
    const rows: string[] = [];
    let rest = line;
    while (columnsOf(rest) > width) {
      const part = head(rest, width);
      const blank = part.lastIndexOf(" ");
      const end = blank > width / 2 ? blank + 1 : Math.max(part.length, 1);
      rows.push(rest.slice(0, end).trimEnd());
      rest = indent + rest.slice(end);
    }
    return [...rows, rest];
  });
}

function head(text: string, width: number): string {
  let end = 0;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) {
    columns += columnsOf(segment);
    if (columns > width) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
