import type { Writable } from "node:stream";

const LINE_END = Buffer.from("\n");

/**
 * The way out to one side. Bytes that lie side by side in memory go out as one, those of one turn in one system call;
 * nothing gets into the middle of a message that goes out in parts.
 */
export class Outlet {
  readonly #stream: Writable;
  #together: Buffer[] | undefined;
  /** A message is under way in parts; these come after it. */
  #under = false;
  #behind: Buffer[] = [];
  /** What was sent last lacks its line end, such as what a server had written of a message when it died. */
  #unended = false;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  send(message: Buffer): void {
    if (this.#under) this.#behind.push(message);
    else this.#line(message);
  }

  part(bytes: Buffer, last: boolean): void {
    this.#write(bytes);
    this.#under = !last;
    if (last) for (const message of this.#behind.splice(0)) this.#line(message);
  }

  /** What is sent during `turn` goes out when it ends. */
  during(turn: () => void): void {
    const together: Buffer[] = [];
    this.#together = together;
    try {
      turn();
    } finally {
      this.#together = undefined;
      if (together.length > 1) this.#stream.cork();
      for (const bytes of together) this.#write(bytes);
      if (together.length > 1) this.#stream.uncork();
    }
  }

  /** Every message begins on a line of its own. */
  #line(message: Buffer): void {
    if (this.#unended) this.#write(LINE_END);
    this.#write(message);
  }

  #write(bytes: Buffer): void {
    if (bytes.length > 0) this.#unended = bytes.at(-1) !== LINE_END[0];
    if (this.#together) add(this.#together, bytes);
    else if (bytes.length > 0 && this.#stream.writable) this.#stream.write(bytes);
  }
}

function add(list: Buffer[], bytes: Buffer): void {
  const last = list.at(-1);
  if (last && last.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset) {
    list[list.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + bytes.length);
  } else list.push(bytes);
}
