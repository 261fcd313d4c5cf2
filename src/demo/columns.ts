const GAP = " │ ";

/** Two texts beside each other, each wrapped to half of `width` characters. */
export function sideBySide(left: string, right: string, width: number): string {
  const half = columnWidth(width);
  const a = wrap(left, half);
  const b = wrap(right, half);
  const rows = Array.from({ length: Math.max(a.length, b.length) }, (_, at) => {
    const cell = a[at] ?? "";
    return `${cell}${" ".repeat(half - [...cell].length)}${GAP}${b[at] ?? ""}`.trimEnd();
  });
  return rows.join("\n");
}

/** Characters in one of two columns of a terminal of `width` characters. */
export function columnWidth(width: number): number {
  return Math.floor((width - GAP.length) / 2);
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
