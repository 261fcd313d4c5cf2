import { exceptionFrom } from "./exception-text.ts";
import type { Frame } from "./failure.ts";
import { dedent, frame, isMarkerLine, type Raised, withoutRunner } from "./traceback.ts";

const FRAME = /^\s*File "(.+)", line (\d+)(?:, in (.+))?$/;
const HEADER = /^(?:Exception Group )?Traceback \(most recent call last\):$/;

/** Whether a line opens a traceback as Python itself prints it. */
export function isNativeHeader(line: string): boolean {
  return HEADER.test(line);
}

/** Reads one traceback as Python itself prints it; the exception is the first line that is not indented, and all after it. */
export function readNative(lines: readonly string[]): Raised {
  const frames: Frame[] = [];
  let at = lines.findIndex((line) => isNativeHeader(line) || FRAME.test(line));
  if (at < 0) return { exception: exceptionFrom(lines), frames };
  if (isNativeHeader(lines[at] ?? "")) at += 1;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const match = FRAME.exec(line);
    if (match) {
      const code = indentedAfter(lines, at);
      frames.push(
        frame(match[1] ?? "", Number(match[2]), match[3], dedent(code.filter((text) => !isMarkerLine(text)))),
      );
      at += 1 + code.length;
    } else if (/^\S/.test(line)) {
      break;
    } else {
      at += 1;
    }
  }
  return { exception: exceptionFrom(lines.slice(at)), frames: withoutRunner(frames) };
}

/** The lines of source text under a frame. */
function indentedAfter(lines: readonly string[], at: number): string[] {
  let end = at + 1;
  while (end < lines.length && /^ {3}/.test(lines[end] ?? "") && !FRAME.test(lines[end] ?? "")) end += 1;
  return lines.slice(at + 1, end);
}
