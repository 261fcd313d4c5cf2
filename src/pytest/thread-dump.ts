import type { Frame } from "./failure.ts";

const FRAME = /^ {2}File "(?<path>.*)", line (?<line>\d+) in (?<name>.*)$/;

/**
 * Reads the stacks that pytest's `faulthandler_timeout` prints while a test runs for too long.
 *
 * @returns the frames of each thread, outermost first; none where nothing was printed
 */
export function readThreadDump(output: string): Frame[][] {
  const start = output.indexOf("Timeout (");
  if (start < 0) return [];
  const threads: Frame[][] = [];
  for (const line of output.slice(start).split("\n")) {
    if (/^(?:Current thread|Thread) 0x/.test(line)) threads.push([]);
    const frame = FRAME.exec(line)?.groups;
    if (frame)
      threads
        .at(-1)
        ?.unshift({ path: frame["path"] ?? "", line: Number(frame["line"]), function: frame["name"] ?? "" });
    if (threads.length > 0 && /^Timeout \(/.test(line)) break;
  }
  return threads.filter((frames) => frames.length > 0);
}
