import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { LONGEST } from "./longest.ts";

const decoders = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** What was read of a body, and whether that is all of it. */
export interface Body {
  bytes: Buffer;
  whole: boolean;
}

/**
 * Reads a body, or the beginning of one that is longer than anything that is looked into; the rest is then still to be
 * read. Rejects when the sender breaks off.
 */
export async function readBody(message: Readable, longest: number = LONGEST): Promise<Body> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of message.iterator({ destroyOnReturn: false })) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > longest) return { bytes: Buffer.concat(pieces), whole: false };
  }
  return { bytes: Buffer.concat(pieces), whole: true };
}

/** A body that has been read as it was before it was packed; undefined where it cannot be had, or is too long. */
export async function unpackedBytes(headers: IncomingHttpHeaders, bytes: Buffer): Promise<Buffer | undefined> {
  const decoder = decoders.get(codingOf(headers))?.();
  if (!decoder) return bytes;
  try {
    const body = await readBody(decoder.end(bytes));
    return body.whole ? body.bytes : undefined;
  } catch {
    return undefined;
  } finally {
    decoder.destroy();
  }
}

/** Whether a message's body is of a media type, and packed in no way that cannot be undone. */
export function isOf(type: "application/json" | "text/event-stream", { headers }: IncomingMessage): boolean {
  const given = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  return given === type && (!isPacked(headers) || decoders.has(codingOf(headers)));
}

/** Whether a message's body was packed for the way. */
export function isPacked(headers: IncomingHttpHeaders): boolean {
  return !["", "identity"].includes(codingOf(headers));
}

/** A body as it was before it was packed. One that breaks off, or is not what it says, ends the result in the same way. */
export function unpacked(message: IncomingMessage): Readable {
  const decoder = decoders.get(codingOf(message.headers))?.();
  return decoder ? pipeline(message, decoder, () => undefined) : message;
}

function codingOf(headers: IncomingHttpHeaders): string {
  return headers["content-encoding"]?.trim().toLowerCase() ?? "";
}
