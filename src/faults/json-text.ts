/** A member of an object in the text of JSON, by its places in it. */
export interface Member {
  key: string;
  /** From the quote before the key to that behind it. */
  keyStart: number;
  keyEnd: number;
  /** The value. */
  start: number;
  end: number;
}

/** A place in a text and what is to stand there. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [COMMA, COLON, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [...Buffer.from(",:{}[]")];

/** The first place from `at` on that is no white space. */
export function skipSpace(bytes: Buffer, at: number): number {
  let next = at;
  while (isSpace(bytes[next])) next += 1;
  return next;
}

/** The place behind the last that is no white space: a message without its line end. */
export function endOfText(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1])) end -= 1;
  return end;
}

/**
 * The members of the object that begins at `at`, in order; undefined where none does or it is broken. Edits go into the
 * text itself rather than through JSON.parse, which would change large numbers, the order of keys and white space.
 */
export function membersOf(bytes: Buffer, at: number): Member[] | undefined {
  const members: Member[] = [];
  if (bytes[at] !== OPEN_OBJECT) return undefined;
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === CLOSE_OBJECT) return members;
  for (;;) {
    const keyEnd = endOfString(bytes, next);
    if (keyEnd === undefined) return undefined;
    const colon = skipSpace(bytes, keyEnd);
    if (bytes[colon] !== COLON) return undefined;
    const start = skipSpace(bytes, colon + 1);
    const end = endOfValue(bytes, start);
    if (end === undefined) return undefined;
    members.push({ key: textAt(bytes, next, keyEnd), keyStart: next, keyEnd, start, end });
    next = skipSpace(bytes, end);
    if (bytes[next] === CLOSE_OBJECT) return members;
    if (bytes[next] !== COMMA) return undefined;
    next = skipSpace(bytes, next + 1);
  }
}

/** The elements of the array that begins at `at`; undefined where none does or it is broken. */
export function elementsOf(bytes: Buffer, at: number): { start: number; end: number }[] | undefined {
  const elements: { start: number; end: number }[] = [];
  if (bytes[at] !== OPEN_ARRAY) return undefined;
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === CLOSE_ARRAY) return elements;
  for (;;) {
    const end = endOfValue(bytes, next);
    if (end === undefined) return undefined;
    elements.push({ start: next, end });
    next = skipSpace(bytes, end);
    if (bytes[next] === CLOSE_ARRAY) return elements;
    if (bytes[next] !== COMMA) return undefined;
    next = skipSpace(bytes, next + 1);
  }
}

/** The keys at any depth between two places, in one pass, however deep it is: strings with a colon behind them. */
export function keysWithin(bytes: Buffer, start: number, end: number): Pick<Member, "key" | "keyStart" | "keyEnd">[] {
  const keys: Pick<Member, "key" | "keyStart" | "keyEnd">[] = [];
  for (let keyStart = bytes.indexOf(QUOTE, start); keyStart !== -1 && keyStart < end; ) {
    const keyEnd = endOfString(bytes, keyStart);
    if (keyEnd === undefined) break;
    if (bytes[skipSpace(bytes, keyEnd)] === COLON)
      keys.push({ key: textAt(bytes, keyStart, keyEnd), keyStart, keyEnd });
    keyStart = bytes.indexOf(QUOTE, keyEnd);
  }
  return keys;
}

/** The value below an object, by keys; of keys that come twice the last, as JSON.parse has it. */
export function valueAt(bytes: Buffer, at: number, ...keys: string[]): Member | undefined {
  let start = at;
  let found: Member | undefined;
  for (const key of keys) {
    found = membersOf(bytes, start)?.findLast((member) => member.key === key);
    if (!found) return undefined;
    start = found.start;
  }
  return found;
}

/** The string that begins at `at`; undefined where none does. */
export function stringAt(bytes: Buffer, at: number): string | undefined {
  const end = endOfString(bytes, at);
  return end === undefined ? undefined : textAt(bytes, at, end);
}

/** The text with all edits made; they may not overlap. */
export function edited(bytes: Buffer, edits: readonly Edit[]): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(from, start), Buffer.from(text));
    from = end;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** The messages of a batch, undefined for a message that is none. */
export function batchOf(message: Buffer): Buffer[] | undefined {
  return elementsOf(message, skipSpace(message, 0))?.map(({ start, end }) => message.subarray(start, end));
}

/** A batch of these messages. */
export function toBatch(messages: readonly Buffer[]): Buffer {
  const parts = messages.flatMap((message, index) => (index === 0 ? [message] : [Buffer.from(","), message]));
  return Buffer.concat([Buffer.from("["), ...parts, Buffer.from("]")]);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endOfString(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] !== QUOTE) return undefined;
  for (let next = at + 1; next < bytes.length; next += 1) {
    const byte = bytes[next];
    if (byte === BACKSLASH) next += 1;
    else if (byte === QUOTE) return next + 1;
  }
  return undefined;
}

function endOfValue(bytes: Buffer, at: number): number | undefined {
  const first = bytes[at];
  if (first === QUOTE) return endOfString(bytes, at);
  if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return endOfWord(bytes, at);
  let depth = 0;
  for (let next = at; next < bytes.length; next += 1) {
    const byte = bytes[next];
    if (byte === QUOTE) {
      const end = endOfString(bytes, next);
      if (end === undefined) return undefined;
      next = end - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth -= 1;
      if (depth === 0) return next + 1;
    }
  }
  return undefined;
}

function endOfWord(bytes: Buffer, at: number): number | undefined {
  let end = at;
  while (/[\w.+-]/.test(String.fromCharCode(bytes[end] ?? 0))) end += 1;
  return end === at ? undefined : end;
}

function textAt(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString("utf8", start, end);
  if (!text.includes("\\")) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
