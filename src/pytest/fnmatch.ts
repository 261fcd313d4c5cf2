/** A shell pattern as Python's `fnmatch` reads it: `*` also crosses `/`. */
export function fnmatchPattern(pattern: string): RegExp {
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at] ?? "";
    const set = letter === "[" ? /^\[(!?)(\]?[^\]]*)\]/.exec(pattern.slice(at)) : undefined;
    if (letter === "*") source += "[\\s\\S]*";
    else if (letter === "?") source += "[\\s\\S]";
    else if (set) {
      source += `[${set[1] ? "^" : ""}${(set[2] ?? "").replace(/[\\\]^[]/g, "\\$&")}]`;
      at += set[0].length - 1;
    } else source += letter.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  }
  return safeRegExp(`^${source}$`) ?? /^(?!)/;
}

/** A range such as `[z-a]` matches nothing in Python and is an error here. */
function safeRegExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
