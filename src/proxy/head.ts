import { membersOf, skipSpace, stringAt, valueAt } from "../faults/json-text.ts";

/** What a message is, as far as its beginning shows. `call` is a request or a notification. */
export type Head = { kind: "call"; method: string } | { kind: "response" } | { kind: "batch" };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
/** Bytes at each end of a message in which its id is looked for. */
const EDGE = 128;
const FIRST = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("[!#-[\]-~]*"|-?\d{1,15})\s*,/;
const LAST = /[,{\s]"id"\s*:\s*("[!#-[\]-~]*"|-?\d{1,15})\s*\}\s*$/;

/**
 * Tells what a message is by its first members, so that a long one need not be read; undefined where that does not show
 * (yet), or where it is none.
 */
export function readHead(bytes: Buffer): Head | undefined {
  const start = skipSpace(bytes, 0);
  if (bytes[start] === OPEN_ARRAY) return { kind: "batch" };
  if (bytes[start] !== OPEN_OBJECT) return undefined;
  for (let at = skipSpace(bytes, start + 1); bytes[at] === QUOTE; ) {
    const keyEnd = bytes.indexOf(QUOTE, at + 1) + 1;
    const colon = skipSpace(bytes, keyEnd);
    if (keyEnd === 0 || bytes[colon] !== COLON) return undefined;
    const value = skipSpace(bytes, colon + 1);
    const head = toldBy(bytes.toString("latin1", at + 1, keyEnd - 1), bytes, value);
    if (head) return head;
    if (bytes[value] === OPEN_OBJECT || bytes[value] === OPEN_ARRAY) return readWhole(bytes, start);
    const end = endOfScalar(bytes, value);
    if (end === 0) return readWhole(bytes, start);
    const comma = skipSpace(bytes, end);
    if (bytes[comma] !== COMMA) return undefined;
    at = skipSpace(bytes, comma + 1);
  }
  return undefined;
}

function toldBy(key: string, bytes: Buffer, value: number): Head | undefined {
  if (key === "result" || key === "error") return { kind: "response" };
  const method = key === "method" ? stringAt(bytes, value) : undefined;
  return method === undefined ? undefined : { kind: "call", method };
}

/** Of a message whose first members are long themselves. */
function readWhole(bytes: Buffer, start: number): Head | undefined {
  for (const { key, start: value } of membersOf(bytes, start) ?? []) {
    const head = toldBy(key, bytes, value);
    if (head) return head;
  }
  return undefined;
}

/** The place behind a string without escapes, a number or a word; 0 where that is not so simple. */
function endOfScalar(bytes: Buffer, at: number): number {
  if (bytes[at] === QUOTE) {
    const end = bytes.indexOf(QUOTE, at + 1) + 1;
    return bytes.subarray(at, end).includes(BACKSLASH) ? 0 : end;
  }
  let end = at;
  while (end < bytes.length && bytes[end] !== COMMA && bytes[end] !== CLOSE_OBJECT) end += 1;
  return end;
}

/**
 * The id of a response, undefined where it has none. It is looked for at both ends first, where it stands in practice:
 * at the last brace of a message no string can be open, so nothing in a text is taken for it.
 */
export function responseId(bytes: Buffer): string | number | undefined {
  const found =
    LAST.exec(bytes.toString("latin1", Math.max(0, bytes.length - EDGE))) ??
    FIRST.exec(bytes.toString("latin1", 0, EDGE));
  const start = skipSpace(bytes, 0);
  const member = found ? undefined : valueAt(bytes, start, "id");
  const text = found?.[1] ?? (member ? bytes.toString("utf8", member.start, member.end) : "");
  return parsedId(text);
}

function parsedId(text: string): string | number | undefined {
  try {
    const id: unknown = JSON.parse(text);
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  } catch {
    return undefined;
  }
}
