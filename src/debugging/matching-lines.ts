import { FaultlineError } from "../kernel/errors.ts";
import { redactSource } from "../kernel/redact.ts";

/** A line that matches, and how good a match it is. */
export interface MatchingLine {
  line: number;
  /** The whole line, without its end. */
  text: string;
  /** Where the match begins in it. */
  at: number;
  /** 0: the definition of what is searched for; 1: one of something with that in its name; 2: any other line. */
  order: 0 | 1 | 2;
}

/** Finds where a line matches; undefined where it does not. */
export type LineMatcher = (line: string) => { at: number; length: number } | undefined;

const definition = /^\s*(?:async\s+def|def|class)\s+([\w\u0080-\uffff]+)/;

/** Characters of a line that are shown. */
const shown = 300;
/** So far around that a secret is looked for of which a part would be shown. */
const margin = 1000;

/**
 * What finds the query in a line.
 *
 * @param query literal text, or a regular expression where `regex` is set
 * @throws FaultlineError `bad-request`
 */
export function lineMatcher(query: string, regex: boolean): LineMatcher {
  if (query === "" || query.length > 1000 || /[\r\n]/.test(query)) {
    throw new FaultlineError("bad-request", "a query is one line of 1 to 1,000 characters");
  }
  if (!regex) {
    return (line) => {
      const at = line.indexOf(query);
      return at < 0 ? undefined : { at, length: query.length };
    };
  }
  const pattern = compile(query);
  return (line) => {
    const match = pattern.exec(line);
    return match ? { at: match.index, length: match[0].length } : undefined;
  };
}

/** Strict where possible, so that \p{…} has its meaning; else as lenient as a browser, with `\-` and the like. */
function compile(query: string): RegExp {
  try {
    return new RegExp(query, "u");
  } catch {
    try {
      return new RegExp(query);
    } catch (error) {
      const why = error instanceof Error ? error.message.replace(/^.*: (?=[^:]+$)/, "") : "";
      throw new FaultlineError("bad-request", `not a regular expression of JavaScript: ${why || query}`);
    }
  }
}

/** The lines of a text that match, at most `limit`. */
export function matchingLines(text: string, matches: LineMatcher, limit: number): MatchingLine[] {
  const found: MatchingLine[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length && found.length < limit; at++) {
    const line = lines[at] ?? "";
    const match = matches(line);
    if (match) found.push({ line: at + 1, text: line.trimEnd(), at: match.at, order: orderOf(line, match) });
  }
  return found;
}

function orderOf(line: string, match: { at: number; length: number }): 0 | 1 | 2 {
  const [whole = "", name = ""] = definition.exec(line) ?? [];
  const start = whole.length - name.length;
  const end = match.at + match.length;
  if (name === "" || match.at >= whole.length || end <= start) return 2;
  return match.at <= start && end >= whole.length ? 0 : 1;
}

/**
 * Of a long line, of minified code for instance, what stands from shortly before the match on, without secrets: of one
 * that is cut, what is left is not seen to be one.
 */
export function shownPart({ text, at }: MatchingLine): string {
  if (text.length <= shown) return text;
  const start = Math.max(0, Math.min(at - 60, text.length - shown));
  const from = Math.max(0, start - margin);
  const to = Math.min(text.length, start + shown + margin);
  const near = redactSource(text.slice(from, to));
  const before = redactSource(text.slice(from, start));
  let first = 0;
  // A secret that begins before the part is in it as a whole.
  while (first < before.length && before[first] === near[first]) first++;
  const part = near.slice(first, first + shown).replace(/^\p{Surrogate}|\p{Surrogate}$/gu, "");
  return `${start > 0 ? "…" : ""}${part}${first + shown < near.length || to < text.length ? "…" : ""}`;
}
