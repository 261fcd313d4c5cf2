import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExceptionInfo, Failure, Frame } from "../../src/pytest/failure.ts";
import { type ParsedRun, parseRun } from "../../src/pytest/run.ts";

/** The folder of what `capture.py` kept. */
export const CAPTURED = join(import.meta.dirname, "fixtures", "captured");

export function captured(label: string, name: string): string {
  return readFileSync(join(CAPTURED, label, `${name}.txt`), "utf8");
}

/** A failure in a few lines of text; folders of the project, which some styles print and some do not, left out. */
export function brief(failure: Failure): string[] {
  const head = [failure.nodeId, failure.subtest, failure.phase === "call" ? undefined : failure.phase];
  return [
    `${head.filter((part) => part !== undefined).join(" ")}${failure.incomplete ? " incomplete" : ""}`,
    ...failure.chain.flatMap((link) => [`${link.relation}: ${named(link.exception)}`, ...places(link.frames)]),
    named(failure.exception),
    ...places(failure.frames),
    ...failure.group.flatMap((leaf) => [
      `leaf: ${named(leaf.exception)}`,
      ...places(leaf.frames).map((line) => `  ${line}`),
    ]),
  ];
}

export function briefRun(run: ParsedRun): string[][] {
  return run.failures.map(brief);
}

export function read(label: string, name: string): ParsedRun {
  return parseRun(captured(label, name));
}

/** Type without its module, and the first line of the message. */
function named({ type, message }: ExceptionInfo): string {
  return `${type.slice(type.lastIndexOf(".") + 1)}: ${message.split("\n", 1)[0]}`;
}

/** Line numbers of the interpreter's own files, and names that pytest prints in some styles only, differ. */
function places(frames: readonly Frame[]): string[] {
  const shown = frames.map(place);
  return shown.filter((line, at) => line !== shown[at - 1] || !line.startsWith("  ("));
}

function place(frame: Frame): string {
  if (frame.path.startsWith("<frozen importlib")) return "  (import)";
  const library = /^\/opt\/python\/lib\/python[\d.]+\/(.+)$/.exec(frame.path)?.[1];
  if (library) return `  (${library})`;
  const path = frame.path.replace(/^(?:\/home\/dev\/(?:space dir|\w+)\/|(?:\.\.\/)+(?=\w+\.py))/, "");
  return `  ${path.replace(/^[^/.]+\/\.\.\//, "")}:${frame.line} ${frame.function ?? "?"}`;
}
