import type { Writable } from "node:stream";

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

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Whether whoever feeds it should wait until the stream has drained. */
  get full(): boolean {
    return this.#stream.writableNeedDrain;
  }

  send(message: Buffer): void {
    if (this.#under) this.#behind.push(message);
    else this.#write(message);
  }

  part(bytes: Buffer, last: boolean): void {
    this.#write(bytes);
    this.#under = !last;
    if (last) for (const message of this.#behind.splice(0)) this.#write(message);
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

  #write(bytes: Buffer): void {
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
