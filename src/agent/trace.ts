import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { makeFolder } from "../kernel/files.ts";

/** Of the trace and of the summary. */
export const TRACE_VERSION = 1;

/** As the server counted them; cached ones are part of `input`. */
export const Usage = z.object({ input: z.int(), output: z.int(), cached: z.int() });
/** `unreported`: the server has not told all of them, since it was stopped or never does; they are as many at least. */
const TurnUsage = Usage.extend({ unreported: z.literal(true).optional() });

/** How a work ended: what the model said, or what stopped it. */
export const Ended = z.enum([
  "finished",
  "turns",
  "tokens",
  "stuck",
  "context-full",
  "refusal",
  "model-failed",
  "cancelled",
]);
export type Ended = z.output<typeof Ended>;

const step = z.int();
const Line = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("start"),
    version: z.literal(TRACE_VERSION),
    at: z.iso.datetime(),
    nodeId: z.string(),
    model: z.string(),
    faultline: z.boolean(),
    tools: z.array(z.string()),
    system: z.string(),
    opening: z.string(),
  }),
  z.object({
    kind: z.literal("turn"),
    step,
    ms: z.number(),
    stop: z.enum(["end", "tools", "length", "refusal", "invalid", "stopped"]),
    text: z.string(),
    /** `raw`: what the model wrote where it is no JSON object. */
    calls: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        args: z.record(z.string(), z.unknown()).optional(),
        raw: z.string().optional(),
      }),
    ),
    usage: TurnUsage,
  }),
  /** An attempt at the turn of this step that broke off. */
  z.object({ kind: z.literal("lost"), step, usage: TurnUsage }),
  z.object({
    kind: z.literal("result"),
    step,
    ms: z.number(),
    callId: z.string(),
    name: z.string(),
    isError: z.boolean(),
    text: z.string(),
  }),
  /** What the model was told besides. */
  z.object({ kind: z.literal("note"), step, text: z.string() }),
  /** Old results were cut, since the conversation was too long for the model. */
  z.object({ kind: z.literal("shortened"), step, characters: z.int() }),
  z.object({ kind: z.literal("end"), step, ended: Ended, reason: z.string().optional() }),
]);
type TraceLine = z.output<typeof Line>;

/** Receives each line of a trace as it comes about. */
export type Trace = (line: TraceLine) => Promise<void>;

/** A trace in `trace.jsonl` of a folder: a work that is ended half-way has left what it did until then. */
export function traceIn(folder: string): Trace {
  makeFolder(folder);
  return (line) => appendFile(join(folder, "trace.jsonl"), `${JSON.stringify(Line.parse(line))}\n`);
}
