import { createHash } from "node:crypto";
import type { Failure, Frame } from "./failure.ts";

const INSTALLED =
  /(?:^|[\\/])(?:site-packages|dist-packages|lib[\\/]python\d[\d.]*t?)[\\/]|^<|^(?:[A-Za-z]:)?[\\/].*[\\/]lib[\\/]python\d/;
const LONGEST = 4000;

/** Things that differ from run to run, and what stands for them in a signature. Order matters. */
const VARIABLE: [RegExp, string][] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, "UUID"],
  [/\b0x[\da-f]+\b/gi, "ADDRESS"],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, "DATE"],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, "TIME"],
  [/(?:\/private)?\/(?:tmp|var\/folders|var\/tmp|dev\/shm)\/[^\s'"`,;:)\]}>]*/g, "TEMPORARY"],
  [/[A-Za-z]:\\[^\s'"`,;)\]}>]*\\Temp\\[^\s'"`,;)\]}>]*/gi, "TEMPORARY"],
  [/\bpytest-of-[^\s'"`,;:)\]}>]*/g, "TEMPORARY"],
  [/\b\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|sec|secs|seconds?|minutes?)\b/g, "DURATION"],
  [/\b(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{12,}\b/gi, "DIGEST"],
  [/\b((?:pid|port|id|thread|process|object|worker|gw|line)[ =:#-]{0,2})\d+\b/gi, "$1NUMBER"],
  [/\b\d{5,}\b/g, "NUMBER"],
];

/** The text of an exception with what differs from run to run taken out. Small numbers stay: they are often the point. */
export function normaliseMessage(message: string): string {
  let text = message.slice(0, LONGEST);
  for (const [pattern, name] of VARIABLE) text = text.replace(pattern, name);
  return text.replace(/\s+/g, " ").trim();
}

/**
 * A short text that is the same for the same failure of a later run, even after lines have moved: the type
 * of the exception, the file and function of the crash, and a digest of the message.
 *
 * The crash is the deepest frame that is not of an installed package or the standard library.
 */
export function failureSignature(failure: Failure): string {
  const shown = failure.group.find((leaf) => leaf.frames.length > 0) ?? failure;
  const crash = crashFrame(shown.frames) ?? crashFrame(failure.frames);
  const place = crash ? `${crash.path.replaceAll("\\", "/")}:${crash.function ?? ""}` : failure.nodeId;
  const { type, message } = shown.exception;
  // How much pytest explains of an assertion depends on the verbosity of the run.
  const told = type.endsWith("AssertionError") ? (message.split("\n", 1)[0] ?? "") : message;
  const digest = createHash("sha256").update(normaliseMessage(told)).digest("hex").slice(0, 16);
  return `${type.slice(type.lastIndexOf(".") + 1)}|${place}|${digest}`;
}

function crashFrame(frames: readonly Frame[]): Frame | undefined {
  return frames.findLast((frame) => !INSTALLED.test(frame.path)) ?? frames.at(-1);
}
