import { LONGEST } from "./longest.ts";

const LF = 10;
const CR = 13;

/** What a stream of events is cut into. */
export interface Cut {
  bytes: Buffer;
  /** Undefined for a whole event; else a part of one that is too long to be held, or the last part of it. */
  part: "inner" | "last" | undefined;
}

/**
 * Cuts a stream of server-sent events (WHATWG HTML, 9.2.6) into single events, in whatever pieces it comes and whatever
 * its lines end with. All bytes put one after the other are those of the stream.
 */
export class EventSplitter {
  readonly #longest: number;
  #rest: Buffer[] = [];
  #length = 0;
  /** The event that is being read is too long to be held. */
  #isLong = false;
  /** Whether nothing stands yet on the line that is being read. */
  #blank = true;
  #afterReturn = false;

  /** @param longest bytes of an event that is held until it is whole */
  constructor(longest = LONGEST) {
    this.#longest = longest;
  }

  /** The events that a piece of the stream completes, each with the blank line behind it. */
  push(piece: Buffer): Cut[] {
    const cuts: Cut[] = [];
    let start = 0;
    for (const end of this.#ends(piece)) {
      cuts.push({ bytes: this.#take(piece.subarray(start, end)), part: this.#isLong ? "last" : undefined });
      this.#isLong = false;
      start = end;
    }
    if (start < piece.length) this.#hold(piece.subarray(start));
    if (this.#length > this.#longest) this.#isLong = true;
    if (this.#isLong && this.#length > 0) cuts.push({ bytes: this.#take(Buffer.alloc(0)), part: "inner" });
    return cuts;
  }

  /** What came behind the last event. */
  end(): Buffer {
    return this.#take(Buffer.alloc(0));
  }

  #hold(bytes: Buffer): void {
    this.#rest.push(bytes);
    this.#length += bytes.length;
  }

  #take(last: Buffer): Buffer {
    const event = this.#rest.length === 0 ? last : Buffer.concat([...this.#rest, last]);
    this.#rest = [];
    this.#length = 0;
    return event;
  }

  /** Where events end. */
  *#ends(piece: Buffer): Generator<number> {
    let at = 0;
    // A line end of two bytes may come in two pieces; its event has been given away by then.
    if (this.#afterReturn && piece[0] === LF) at = 1;
    if (piece.length > 0) this.#afterReturn = false;
    let nextReturn = piece.indexOf(CR, at);
    while (at < piece.length) {
      const feed = piece.indexOf(LF, at);
      if (nextReturn !== -1 && nextReturn < at) nextReturn = piece.indexOf(CR, at);
      const first = feed === -1 || (nextReturn !== -1 && nextReturn < feed) ? nextReturn : feed;
      if (first === -1) {
        this.#blank = false;
        return;
      }
      const endsEvent = this.#blank && first === at;
      at = first + (first === nextReturn && piece[first + 1] === LF ? 2 : 1);
      this.#afterReturn = first === nextReturn && first + 1 === piece.length;
      this.#blank = true;
      if (endsEvent) yield at;
    }
  }
}

/** The message that an event carries, as text; undefined where it carries none, or is no message. */
export function messageIn(event: Buffer): string | undefined {
  const data: string[] = [];
  for (const { name, value } of linesOf(event)) {
    if (name === "event" && value !== "message" && value !== "") return undefined;
    if (name === "data") data.push(value);
  }
  return data.length === 0 ? undefined : data.join("\n");
}

/** The event with another message, its other lines as they were. */
export function withMessage(event: Buffer, message: Buffer): Buffer {
  const parts: Buffer[] = [];
  let placed = false;
  for (const { name, bytes, end } of linesOf(event)) {
    if (name !== "data") parts.push(bytes, end);
    else if (!placed) {
      placed = true;
      for (const line of cut(message)) parts.push(Buffer.from("data: "), line.bytes, end);
    }
  }
  return Buffer.concat(parts);
}

/** The event without its message: it tells nothing, but how far the stream has come. Empty where not even that. */
export function withoutMessage(event: Buffer): Buffer {
  const lines = [...linesOf(event)];
  if (!lines.some(({ name }) => name === "id" || name === "retry")) return Buffer.alloc(0);
  return Buffer.concat(lines.filter(({ name }) => name !== "data").flatMap(({ bytes, end }) => [bytes, end]));
}

/** A message as an event of its own. */
export function asEvent(message: Buffer): Buffer {
  return withMessage(Buffer.from("event: message\ndata: \n\n"), message);
}

interface Line {
  name: string;
  value: string;
  bytes: Buffer;
  /** Its line end; empty only for the last of a stream that broke off. */
  end: Buffer;
}

function* linesOf(event: Buffer): Generator<Line> {
  for (const { bytes, end } of cut(event)) {
    const colon = bytes.indexOf(":");
    const name = (colon === -1 ? bytes : bytes.subarray(0, colon)).toString().replace(/^\uFEFF/, "");
    const value = colon === -1 ? "" : bytes.toString("utf8", colon + 1).replace(/^ /, "");
    yield { name, value, bytes, end };
  }
}

function* cut(text: Buffer): Generator<Pick<Line, "bytes" | "end">> {
  let at = 0;
  while (at < text.length) {
    const feed = text.indexOf(LF, at);
    const line = text.subarray(at, feed === -1 ? text.length : feed);
    const back = line.indexOf(CR);
    const until = back === -1 ? at + line.length : at + back;
    const length = text[until] === CR && text[until + 1] === LF ? 2 : 1;
    yield { bytes: text.subarray(at, until), end: text.subarray(until, until + length) };
    at = until + length;
  }
}
