/** Patterns with more alternatives in braces than this match nothing. */
const MOST_ALTERNATIVES = 500;

/**
 * Whether a path relative to some folder matches a glob: `*` and `?` stay within a name, `**` as a whole name stands
 * for any folders, `[a-z]` and `[!a-z]` for a character, `{a,b}` for alternatives. Names that begin with a dot are
 * matched as any other. Small, since the hook carries it into every installation.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const sources = alternatives(glob).map(patternOf);
  const pattern = sources.length === 0 ? undefined : safeRegExp(`^(?:${sources.join("|")})$`);
  return (path) => pattern?.test(path) ?? false;
}

function alternatives(glob: string): string[] {
  const found: string[] = [];
  const waiting = [glob.replace(/^\.\//, "")];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const braces = /^([\s\S]*)\{([^{}]*,[^{}]*)\}([\s\S]*)$/.exec(next);
    if (!braces) found.push(next);
    else waiting.push(...(braces[2] ?? "").split(",").map((part) => `${braces[1]}${part}${braces[3]}`));
    if (found.length + waiting.length > MOST_ALTERNATIVES) return [];
  }
  return found;
}

function patternOf(glob: string): string {
  if (glob === "**") return "[\\s\\S]+";
  if (glob.endsWith("/**")) return `${patternOf(glob.slice(0, -3))}(?:/[\\s\\S]*)?`;
  const names = glob.split("/");
  const last = names.pop() ?? "";
  return names.map((name) => (name === "**" ? "(?:[^/]+/)*" : `${namePattern(name)}/`)).join("") + namePattern(last);
}

function namePattern(name: string): string {
  if (/^\*+$/.test(name)) return "[^/]+";
  return name.replace(/\*+|\?|\[[!^]?\]?[^\]]*\]|[.+^${}()|[\]\\]/g, (part) => {
    if (part.startsWith("*")) return "[^/]*";
    if (part === "?") return "[^/]";
    if (part.length === 1) return `\\${part}`;
    const negated = /^\[[!^]/.test(part);
    const inner = part.slice(negated ? 2 : 1, -1).replace(/[\\\]^[]/g, "\\$&");
    return negated ? `[^/${inner}]` : `[${inner}]`;
  });
}

/** A range such as `[z-a]` matches nothing. */
function safeRegExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
