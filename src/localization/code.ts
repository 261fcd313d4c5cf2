/** How much code a statement is: its characters without white space and comments. At least 1. */
export function amountOfCode(text: string): number {
  const lines = text.split("\n").map((line) => line.replace(/^\s*#.*|\s#\s[^"']*$/, ""));
  return Math.max(1, lines.join("").replace(/\s+/g, "").length);
}

/**
 * Whether a statement computes nothing that could be wrong by itself: heads of definitions and imports, which bind a
 * name; `pass`, `try` and returns of nothing or of a constant, to which other statements led; and what reports that
 * something is wrong, `raise` and `assert`.
 */
export function isIdle(text: string): boolean {
  const code = text.trim();
  return (
    /^(@|(async\s+def|def|class|import|from|raise|assert|pass|break|continue|try|else|finally|global|nonlocal)\b)/.test(
      code,
    ) || /^return(\s+(None|True|False|-?\d+))?$/.test(code)
  );
}
