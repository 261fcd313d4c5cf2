const GAP = " │ ";

/** Two texts beside each other, each wrapped to half of `width` characters. */
export function sideBySide(left: string, right: string, width: number): string {
  const half = Math.floor((width - GAP.length) / 2);
  const a = wrap(left, half);
  const b = wrap(right, half);
  const rows = Array.from({ length: Math.max(a.length, b.length) }, (_, at) => {
    const cell = a[at] ?? "";
    return `${cell}${" ".repeat(half - [...cell].length)}${GAP}${b[at] ?? ""}`.trimEnd();
  });
  return rows.join("\n");
}

function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => {
    const characters = [...line];
    const rows = [];
    for (let at = 0; at === 0 || at < characters.length; at += width)
      rows.push(characters.slice(at, at + width).join(""));
    return rows;
  });
}
