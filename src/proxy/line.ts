const LINE_END = Buffer.from("\n");

/** A message with a line end, which the last one of a stream and those of a batch may lack. */
export function asLine(message: Buffer): Buffer {
  return message.at(-1) === LINE_END[0] ? message : Buffer.concat([message, LINE_END]);
}

/** The line of a message that is made here. */
export function toLine(message: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}
