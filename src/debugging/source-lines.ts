import { readFileSync } from "node:fs";
import { isInside } from "../kernel/files.ts";
import { redactSource } from "../kernel/redact.ts";
import { realPath } from "../kernel/repo.ts";

const MOST_BYTES = 5_000_000;
const LONGEST = 200;

/** Gives lines of the files of a checkout without indentation, each file read once, without the secrets in them; "" for what is not there. */
export function sourceLines(repo: string): (path: string, line: number) => string {
  const files = new Map<string, string[]>();
  return (path, line) => {
    let lines = files.get(path);
    if (lines === undefined) {
      lines = isInCheckout(repo, path) ? readLines(path) : [];
      files.set(path, lines);
    }
    return redactSource((lines[line - 1] ?? "").trim()).slice(0, LONGEST);
  };
}

/** Whether a file is there and, without symlinks, below the checkout. */
export function isInCheckout(repo: string, path: string): boolean {
  const real = realPath(path);
  return real !== undefined && isInside(repo, real);
}

function readLines(path: string): string[] {
  try {
    const text = readFileSync(path, "utf8");
    if (text.length > MOST_BYTES) return [];
    // A key of several lines is not seen in one of them.
    return (text.includes("PRIVATE KEY") ? redactSource(text) : text).split(/\r\n|\r|\n/);
  } catch {
    return [];
  }
}
