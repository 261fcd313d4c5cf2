import { closeSync, openSync, readSync } from "node:fs";

const MOST_BYTES = 256 * 1024;

/** The first test that a Python file seems to define, as the end of a node id; for a hint, so by its text alone. */
export function firstTest(file: string): string | undefined {
  let around: string | undefined;
  for (const line of startOf(file).split(/\r?\n/)) {
    const header = /^(\s*)(?:class\s+(\w+)|(?:async\s+)?def\s+(test\w*))/.exec(line);
    if (!header) continue;
    const [, indent = "", className, test] = header;
    if (className !== undefined && indent === "") around = className;
    else if (test !== undefined && indent === "") return test;
    else if (test !== undefined && around !== undefined) return `${around}::${test}`;
  }
  return undefined;
}

function startOf(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(MOST_BYTES);
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, MOST_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
