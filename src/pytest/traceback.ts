import type { ExceptionInfo, Frame } from "./failure.ts";

/** One exception with its own traceback. */
export interface Raised {
  exception: ExceptionInfo;
  /** Outermost first. */
  frames: Frame[];
}

const CAUSE = "The above exception was the direct cause of the following exception:";
const CONTEXT = "During handling of the above exception, another exception occurred:";

/** Cuts a chain of exceptions apart: oldest first, each with how the next one is tied to it (the last has none). */
export function splitChain(lines: readonly string[]): { lines: string[]; relation: "cause" | "context" | undefined }[] {
  const parts: { lines: string[]; relation: "cause" | "context" | undefined }[] = [];
  let current: string[] = [];
  for (const line of lines) {
    const relation = line === CAUSE ? "cause" : line === CONTEXT ? "context" : undefined;
    if (relation) {
      parts.push({ lines: current, relation });
      current = [];
    } else {
      current.push(line);
    }
  }
  parts.push({ lines: current, relation: undefined });
  return parts;
}

/** Whether a line ties an exception to the one printed before it. */
export function isChainLine(line: string): boolean {
  return line === CAUSE || line === CONTEXT;
}

/** A line of `^^^^` or `~~^~~` under source text. */
export function isMarkerLine(line: string): boolean {
  return /^\s*[~^][~^\s]*$/.test(line);
}

/** Source lines without what they are all indented by. */
export function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const common = indents.length > 0 ? Math.min(...indents) : 0;
  return lines
    .map((line) => line.slice(common).trimEnd())
    .join("\n")
    .trim();
}

/** A frame; parts that are not known are left out. */
export function frame(path: string, line: number, name: string | undefined, code: string): Frame {
  return { path, line, ...(name ? { function: name } : {}), ...(code ? { code } : {}) };
}

const MACHINERY =
  /(?:^|[\\/])(?:_pytest|pluggy)[\\/]|^<frozen importlib|[\\/]unittest[\\/](?:case|suite|mock|async_case)\.py$|[\\/](?:importlib[\\/]__init__|ast)\.py$/;

/** Frames without those of the test runner in front, which pytest itself hides when it can. */
export function withoutRunner(frames: Frame[]): Frame[] {
  const start = frames.findIndex(({ path }) => !MACHINERY.test(path));
  return start < 0 ? [] : frames.slice(start);
}
