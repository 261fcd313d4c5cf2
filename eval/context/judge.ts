import { type FixedLine, type FunctionSpan, innermost, type Truth } from "./truth.ts";

/** What of the real fix a text holds. */
export interface Verdict {
  line: FixedLine | undefined;
  function: (FunctionSpan & { path: string }) | undefined;
}

/** A place that a text names as `path:line`. */
export interface Mention {
  path: string;
  line: number;
}

/**
 * Whether a text shows a line, and names a function, that the real fix changed.
 *
 * A line counts when the text says `path:line`, or shows its code; where the shown code has a line number, that number
 * must be right. A function counts when its file and its name are in the text, the name as code, or when the text
 * says `path:line` of a line inside it.
 */
export function judge(text: string, truth: Truth): Verdict {
  const mentions = mentioned(text, Object.keys(truth.spans));
  const shown = text.split("\n").map(undecorated);
  return {
    line: truth.lines.find((fixed) => mentions.some(isAt(fixed)) || shown.some((line) => shows(line, fixed))),
    function: truth.functions.find(
      (fixed) =>
        (text.includes(fixed.path) && namesInCode(text, fixed.name)) ||
        mentions.some(({ path, line }) => {
          const around = path === fixed.path ? innermost(truth.spans[path] ?? [], line) : undefined;
          return around?.first === fixed.first;
        }),
    ),
  };
}

/** Every `path:line` (or `File "path", line N`) of a text for the given paths, in order of appearance. */
export function mentioned(text: string, paths: readonly string[]): Mention[] {
  const found: (Mention & { at: number })[] = [];
  for (const path of paths) {
    const name = path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    for (const match of text.matchAll(new RegExp(`(?<![\\w.-])${name}(?::|", line )(\\d+)`, "g"))) {
      found.push({ path, line: Number(match[1]), at: match.index });
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ path, line }) => ({ path, line }));
}

/** A line of output as code: what frames it (marker, gutter, line number) taken off. */
interface ShownLine {
  number: number | undefined;
  code: string;
}

function undecorated(line: string): ShownLine {
  const parts = /^(?:[\s>→*-]*(\d+)\s*[|│:]?\s|[\s>|│→]*)\s*(.*?)\s*$/.exec(line);
  return { number: parts?.[1] ? Number(parts[1]) : undefined, code: parts?.[2] ?? "" };
}

function shows(shown: ShownLine, fixed: FixedLine): boolean {
  if (shown.number !== undefined && shown.number !== fixed.line) return false;
  // A line such as `else:` or `)` says nothing without its number.
  if (shown.number === undefined && fixed.text.replace(/\s/g, "").length < 8) return false;
  return shown.code === fixed.text;
}

function isAt(fixed: FixedLine): (mention: Mention) => boolean {
  return ({ path, line }) => path === fixed.path && line === fixed.line;
}

function namesInCode(text: string, name: string): boolean {
  return new RegExp(`(?:\\bdef |\\bin |\`)${name}\\b|(?<![\\w-])${name}\\(`).test(text);
}
