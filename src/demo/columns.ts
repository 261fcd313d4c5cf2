const GAP = " │ ";
/** In fewer characters, lines of code and of pytest's output break up too often to be read. */
const NARROWEST = 58;

/** Two texts in a terminal of `width` characters: beside each other, or below each other where that is too narrow. */
export function twoTexts(first: string, second: string, width: number): string {
  if (fitsTwo(width)) return sideBySide(first, second, width);
  return [...wrap(first, width), "", "─".repeat(width), "", ...wrap(second, width)].join("\n");
}

/** Characters in a line of one of two texts in a terminal of `width` characters. */
export function textWidth(width: number): number {
  return fitsTwo(width) ? half(width) : width;
}

function fitsTwo(width: number): boolean {
  return half(width) >= NARROWEST;
}

function half(width: number): number {
  return Math.floor((width - GAP.length) / 2);
}

function sideBySide(left: string, right: string, width: number): string {
  const column = half(width);
  const a = wrap(left, column);
  const b = wrap(right, column);
  const rows = Array.from({ length: Math.max(a.length, b.length) }, (_, at) => {
    const cell = a[at] ?? "";
    return `${cell}${" ".repeat(column - [...cell].length)}${GAP}${b[at] ?? ""}`.trimEnd();
  });
  return rows.join("\n");
}

/** Breaks lines at blanks where there are any; what is continued is set in. */
function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => {
    const rows: string[] = [];
    let rest = [...line];
    while (rest.length > width) {
      const blank = rest.lastIndexOf(" ", width - 1);
      const at = blank > width / 2 ? blank + 1 : width;
      rows.push(rest.slice(0, at).join(""));
      rest = [..."    ", ...rest.slice(at)];
    }
    return [...rows, rest.join("")];
  });
}
