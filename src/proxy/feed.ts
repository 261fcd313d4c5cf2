import { LONGEST } from "./longest.ts";

const LINE_END = 10;
/** By this many bytes of a message it shows what it is, if it ever does before its end. */
const HEAD = 1024;

/** What becomes of the messages that a stream is made of. */
export interface Receiver {
  /** A whole message, with its line end; only the last one of the stream may have none. */
  message(bytes: Buffer): void;
  /** Whether a message that begins so goes on untouched, whatever follows; it then comes by `part` alone. */
  passes(head: Buffer): boolean;
  /** A message that begins so is longer than any that is held: it comes by `part` from here on, whatever it is. */
  isTooLong(head: Buffer): void;
  /** The next bytes of such a message; `last` with its line end. */
  part(bytes: Buffer, last: boolean): void;
}

/**
 * Makes messages of a stream of lines. No byte is copied but those of a message that comes in pieces and that somebody
 * has to see whole.
 */
export class Feed {
  readonly #to: Receiver;
  readonly #longest: number;
  /** Pieces of a message that has not ended yet. */
  #pieces: Buffer[] = [];
  #length = 0;
  /** The message under way goes on as it comes. */
  #passing = false;

  /** @param longest bytes of a message that is held until it is whole */
  constructor(to: Receiver, longest = LONGEST) {
    this.#to = to;
    this.#longest = longest;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(LINE_END, at) + 1;
      this.#take(chunk.subarray(at, end || chunk.length), end > 0);
      at = end || chunk.length;
    }
  }

  /** The stream has ended: a last line without its end is a message too. */
  end(): void {
    if (this.#passing) this.#to.part(Buffer.alloc(0), true);
    else if (this.#length > 0) this.#to.message(this.#whole());
    this.#passing = false;
  }

  #take(bytes: Buffer, ended: boolean): void {
    if (this.#passing) {
      this.#passing = !ended;
      this.#to.part(bytes, ended);
    } else if (ended && this.#length === 0) this.#to.message(bytes);
    else this.#hold(bytes, ended);
  }

  #hold(bytes: Buffer, ended: boolean): void {
    const mayShow = this.#length < HEAD;
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    if (ended) this.#to.message(this.#whole());
    else if (mayShow) {
      const head = this.#whole();
      this.#passing = this.#to.passes(head);
      if (this.#passing) this.#to.part(head, false);
      else {
        this.#pieces = [head];
        this.#length = head.length;
      }
    } else if (this.#length > this.#longest) this.#letGo();
  }

  #letGo(): void {
    this.#passing = true;
    this.#to.isTooLong(this.#pieces[0] ?? Buffer.alloc(0));
    for (const piece of this.#pieces.splice(0)) this.#to.part(piece, false);
    this.#length = 0;
  }

  #whole(): Buffer {
    const [first] = this.#pieces;
    const whole = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces, this.#length);
    this.#pieces = [];
    this.#length = 0;
    return whole;
  }
}
