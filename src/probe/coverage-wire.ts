import * as z from "zod/mini";
import { parseJson } from "./record.ts";

/** Which lines of which files: file number and line ranges such as "3-7,12" in turn. */
export type FileLines = (number | string)[];

/** What one phase of one test executed; of "collection", whose node id is "", also all that imports executed. */
export interface CoveredLine {
  type: "covered";
  nodeId: string;
  phase: "setup" | "call" | "teardown" | "collection";
  files: FileLines;
  /** Set-ups of fixtures of wider scope that the test stands on. */
  fixtures?: number[];
}

const count = z.int().check(z.minimum(0));

const rare = z.discriminatedUnion("type", [
  z.object({ type: z.literal("tracer"), tracer: z.enum(["coverage.py", "sys.monitoring", "sys.settrace"]) }),
  z.object({ type: z.literal("collected"), tests: count }),
  z.object({ type: z.literal("target"), nodeId: z.string() }),
  z.object({ type: z.literal("file"), file: count, path: z.string() }),
  z.object({ type: z.literal("fixture"), fixture: count, files: z.array(z.union([count, z.string()])) }),
  z.object({
    type: z.literal("source"),
    file: count,
    // Name, line of `def`, last line; first and last line, and the function counted from 1, 0 for none.
    functions: z.array(z.tuple([z.string(), count, count])),
    statements: z.array(z.tuple([count, count, count])),
  }),
  // File and line of test code, then file and line of what was executed, the latest last.
  z.object({ type: z.literal("steps"), nodeId: z.string(), steps: z.array(z.array(count)) }),
]);

/** One line of what mode "coverage" writes. */
export type CoverageLine = z.infer<typeof rare> | CoveredLine;

export type SourceLine = Extract<CoverageLine, { type: "source" }>;

const phases = new Set(["setup", "call", "teardown", "collection"]);

/** Reads one line; undefined where it is cut off or not understood. */
export function parseCoverageLine(text: string): CoverageLine | undefined {
  const value = parseJson(text);
  if (isCovered(value)) return value;
  const parsed = rare.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/**
 * Nearly all of a record are lines of this kind, and their shape is simple: by hand it takes a tenth of the time.
 * The ranges are checked where they are read.
 */
function isCovered(value: unknown): value is CoveredLine {
  if (typeof value !== "object" || value === null) return false;
  const { type, nodeId, phase, files, fixtures } = value as Record<string, unknown>;
  if (type !== "covered" || typeof nodeId !== "string" || typeof phase !== "string" || !phases.has(phase)) return false;
  if (fixtures !== undefined && !(Array.isArray(fixtures) && fixtures.every(Number.isSafeInteger))) return false;
  if (!Array.isArray(files) || files.length % 2 !== 0) return false;
  return files.every((item, index) => (index % 2 === 0 ? Number.isSafeInteger(item) : typeof item === "string"));
}

/** Calls `each` with first and last line of every range of a text; what is not a range is passed over. */
export function forEachRange(text: string, each: (first: number, last: number) => void): void {
  for (const part of text.split(",")) {
    const dash = part.indexOf("-");
    const first = Number(dash < 0 ? part : part.slice(0, dash));
    const last = dash < 0 ? first : Number(part.slice(dash + 1));
    if (part !== "" && Number.isSafeInteger(first) && Number.isSafeInteger(last) && 1 <= first && first <= last) {
      each(first, last);
    }
  }
}
