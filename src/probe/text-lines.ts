import { createReadStream } from "node:fs";

/** A line longer than this many characters is passed over: somebody else wrote it. */
const longest = 64 * 1024 * 1024;

/** The lines of a file, read piece by piece; none where it cannot be read. What stands after the last line break counts. */
export async function* textLines(file: string): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 18 })) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longest) rest = "";
      yield* lines;
    }
  } catch {
    // What could be read counts.
  }
  if (rest !== "") yield rest;
}
