import type { ExceptionInfo } from "./failure.ts";

const NAMED = /^((?:[^\W\d]\w*|<\w+>)(?:\.(?:[^\W\d]\w*|<\w+>))*)(?:: ?|$)/u;
const SYNTAX = /^((?:[\w.]+\.)?(?:Syntax|Indentation|Tab)Error)(?:: |$)/;
const NOT_A_TYPE = /^(?:assert|Traceback|File|and|where|Hint|note)$/;

/**
 * Takes the text by which Python names an exception apart.
 *
 * @param lines `Type: message` and the lines after it; an assertion may begin with `assert`
 * @param shortType the bare class name where pytest printed it elsewhere
 */
export function exceptionFrom(lines: readonly string[], shortType = ""): ExceptionInfo {
  const text = trimEnd(lines);
  const first = text[0] ?? "";
  const syntax = /^\s*File "/.test(first) ? text.findIndex((line) => SYNTAX.test(line)) : -1;
  if (syntax >= 0) return exceptionFrom(text.slice(syntax), shortType);
  const type = typeIn(first, shortType);
  if (type === undefined) {
    return { type: shortType || (/^assert\b/.test(first) ? "AssertionError" : ""), message: text.join("\n") };
  }
  return { type, message: [first.slice(type.length).replace(/^: ?/, ""), ...text.slice(1)].join("\n") };
}

/** The name in front of an exception's text, where there is one. */
function typeIn(line: string, shortType: string): string | undefined {
  const name = NAMED.exec(line)?.[1];
  if (name === undefined || NOT_A_TYPE.test(name)) return undefined;
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (shortType) return last === shortType ? name : undefined;
  return isExceptionName(name) || line.length === name.length || line.startsWith(`${name}: `) ? name : undefined;
}

/** Whether a name reads like that of an exception class. */
function isExceptionName(name: string): boolean {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return /^\p{Lu}/u.test(last) || /(?:error|exception|timeout|failed|exit)$/i.test(last);
}

/** Lines without the empty ones at the end. */
export function trimEnd(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === "") end -= 1;
  return lines.slice(0, end);
}
