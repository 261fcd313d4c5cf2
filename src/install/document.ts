import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import { FaultlineError } from "../kernel/errors.ts";

const BOM = "\uFEFF";

/** A JSON file with comments: its text without the byte order mark, and the tree over it. */
export interface Document {
  file: string;
  text: string;
  root: Node;
}

/** Where a line and a column begin to be counted from 1. */
export interface Position {
  line: number;
  column: number;
}

/** Splits off what stands in front of a text: a byte order mark, or nothing. */
export function splitMark(text: string): [mark: string, rest: string] {
  return text.startsWith(BOM) ? [BOM, text.slice(1)] : ["", text];
}

/** The text of a file; bytes that are no UTF-8 are an error, for to write them back would change them. */
export function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new FaultlineError("broken-config", `${file}:1:1: not UTF-8 text`, { cause: error });
  }
}

/**
 * Parses a JSON object in which comments and trailing commas are allowed.
 *
 * @param text without a byte order mark
 * @throws FaultlineError `broken-config` that names file, line and column
 */
export function parseDocument(file: string, text: string): Document {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !root) {
    const what = error ? printParseErrorCode(error.error) : "no value";
    throw broken(file, text, error?.offset ?? 0, `broken JSON (${words(what)})`);
  }
  if (root.type !== "object") throw broken(file, text, root.offset, `expected an object, found ${article(root.type)}`);
  return { file, text, root };
}

/** An error at a place of a file, as `file:line:column: what`. */
export function broken(file: string, text: string, offset: number, what: string): FaultlineError {
  const { line, column } = positionAt(text, offset);
  return new FaultlineError("broken-config", `${file}:${line}:${column}: ${what}`, { hint: "nothing was written" });
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** The first comment or trailing comma; undefined in strict JSON. A byte order mark the client puts up with. */
export function firstLeniency(text: string): Position | undefined {
  const [, rest] = splitMark(text);
  const errors: ParseError[] = [];
  parse(rest, errors, { disallowComments: true });
  const first = errors.reduce<ParseError | undefined>(
    (low, next) => (low && low.offset <= next.offset ? low : next),
    undefined,
  );
  return first && positionAt(rest, first.offset);
}

/** The value of a key of an object; of a key that is there twice the last one, as JSON.parse has it. */
export function valueAt(object: Node | undefined, key: string): Node | undefined {
  return propertyOf(object, key)?.children?.[1];
}

/** The property of an object: its children are the key and the value. */
export function propertyOf(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== "object") return undefined;
  return object.children?.findLast((property) => property.children?.[0]?.value === key);
}

/** A type with its article, for messages. */
export function article(type: string): string {
  return type === "null" ? "null" : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function words(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
