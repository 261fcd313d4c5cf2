import { readFile, stat } from "node:fs/promises";
import { isMissing } from "../kernel/files.ts";
import { Refusal } from "./refusal.ts";
import { nothingAt, type Place } from "./repo-path.ts";
import type { Workplace } from "./workplace.ts";

/** Bytes: no source file is larger. */
export const MOST_BYTES = 1_000_000;

/**
 * The text of a file of the repository.
 *
 * @throws Refusal where there is no file, with what may have been meant, or none of text
 */
export async function readPlace(place: Place, workplace: Workplace): Promise<string> {
  try {
    const { size, isFolder, isFile } = await facts(place.path);
    if (isFolder) throw new Refusal(`${place.shown} is a folder; list_files shows what is in it.`);
    if (!isFile || size > MOST_BYTES) throw new Refusal(`${place.shown} is no file of text, or too large.`);
    return decode(await readFile(place.path), place.shown);
  } catch (error) {
    if (isMissing(error)) throw nothingAt(place, workplace);
    throw error;
  }
}

async function facts(path: string) {
  const info = await stat(path);
  return { size: info.size, isFolder: info.isDirectory(), isFile: info.isFile() };
}

function decode(bytes: Buffer, shown: string): string {
  try {
    if (bytes.includes(0)) throw new TypeError("a null byte");
    // A byte order mark is part of the file.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(`${shown} is no text in UTF-8.`);
  }
}
