import type * as z from "zod/mini";
import * as wire from "./wire.ts";

/** The first line: what ran. */
type ProbeHeader = z.infer<typeof wire.header>;
/** How one phase of one test ended; of a collection only what did not pass is told. */
type ProbeOutcome = z.infer<typeof wire.outcome>;
/** One failure, as structure. Paths of its frames are absolute where they are files. */
type ProbeFailure = z.infer<typeof wire.failure>;
/** Where the bad value of a failure was made: origin first, crash last. */
export type Origin = z.infer<typeof wire.origin>;
/** The last line. */
type ProbeEnd = z.infer<typeof wire.end>;

/** Everything that one run of the probe wrote, in the order of writing. */
export interface ProbeRecord {
  header: ProbeHeader;
  outcomes: ProbeOutcome[];
  failures: ProbeFailure[];
  origins: Origin[];
  /** Not there when pytest was killed, crashed or was cut off; what came before it is still good. */
  end: ProbeEnd | undefined;
  /** Lines that were cut off or not understood, and so left out. */
  skippedLines: number;
}

/** Why a text is no record. */
export interface ProbeProblem {
  problem: string;
}

/** Reads the JSON Lines of `faultline_probe`. Never throws; a record that was cut off is read as far as it goes. */
export function parseRecord(text: string): ProbeRecord | ProbeProblem {
  const [first, ...rest] = text.split("\n").filter((line) => line.trim() !== "");
  if (first === undefined) return { problem: "the probe wrote nothing" };
  const header = parseHeader(first);
  if ("problem" in header) return header;
  const record: ProbeRecord = { header, outcomes: [], failures: [], origins: [], end: undefined, skippedLines: 0 };
  for (const line of rest) addLine(record, line);
  return record;
}

function parseHeader(line: string): ProbeHeader | ProbeProblem {
  const value = parseJson(line);
  const parsed = wire.wireLine.safeParse(value);
  if (parsed.success && parsed.data.type === "header") return parsed.data;
  const version = isObject(value) && value["type"] === "header" ? value["schema"] : undefined;
  if (typeof version === "number" && version !== wire.wireVersion) {
    return { problem: `the probe writes schema ${version}, this Faultline reads schema ${wire.wireVersion}` };
  }
  return { problem: "the probe's record does not begin with a header" };
}

function addLine(record: ProbeRecord, line: string): void {
  const parsed = wire.wireLine.safeParse(parseJson(line));
  const data = parsed.success ? parsed.data : undefined;
  if (data?.type === "outcome") record.outcomes.push(data);
  else if (data?.type === "failure") record.failures.push(data);
  else if (data?.type === "origin") record.origins.push(data);
  else if (data?.type === "end") record.end = data;
  else record.skippedLines += 1;
}

/** One line of JSON; undefined where it is none. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
