import * as z from "zod";

const Usage = z.object({ input: z.int(), output: z.int(), cached: z.int(), unreported: z.boolean().optional() });

/** A line of an agent's `trace.jsonl`, as far as it is shown. */
const Line = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("start"), model: z.string(), tools: z.array(z.string()), opening: z.string() }),
  z.looseObject({
    kind: z.literal("turn"),
    step: z.int(),
    ms: z.number(),
    stop: z.string(),
    text: z.string(),
    calls: z.array(z.looseObject({ name: z.string(), args: z.unknown().optional(), raw: z.string().optional() })),
    usage: Usage,
  }),
  z.looseObject({ kind: z.literal("lost"), step: z.int(), usage: Usage }),
  z.looseObject({ kind: z.literal("result"), step: z.int(), ms: z.number(), isError: z.boolean(), text: z.string() }),
  z.looseObject({ kind: z.literal("note"), step: z.int(), text: z.string() }),
  z.looseObject({ kind: z.literal("shortened"), step: z.int(), characters: z.int() }),
  z.looseObject({ kind: z.literal("end"), step: z.int(), ended: z.string(), reason: z.string().optional() }),
]);
type Line = z.output<typeof Line>;

/** Endings of a turn that say something of it. */
const STOPS: Record<string, string> = { length: ", cut", stopped: ", ended since it went round" };
const MOST_LINES = 12;

/** A trace for a person, step by step, with the beginning of what tools and models wrote. */
export function traceText(jsonLines: string): string {
  const lines = jsonLines.trim().split("\n");
  return lines.map((line) => lineText(Line.parse(JSON.parse(line)))).join("\n");
}

function lineText(line: Line): string {
  switch (line.kind) {
    case "start":
      return `${line.model}, tools: ${line.tools.join(", ")}\n${indented(line.opening)}`;
    case "turn": {
      const cost = `${costOf(line.usage)}, ${(line.ms / 1000).toFixed(1)} s`;
      const calls = line.calls.map(({ name, args, raw }) => `    calls ${name} ${raw ?? JSON.stringify(args)}`);
      const said = line.text === "" ? [] : [indented(line.text)];
      return [`${line.step}. model: ${cost}${STOPS[line.stop] ?? ""}`, ...said, ...calls].join("\n");
    }
    case "lost":
      return `${line.step}. an attempt broke off: ${costOf(line.usage)}`;
    case "result":
      return `${line.step}. ${line.isError ? "refused" : "result"} (${(line.ms / 1000).toFixed(1)} s):\n${indented(line.text)}`;
    case "note":
      return `${line.step}. told: ${line.text}`;
    case "shortened":
      return `${line.step}. the oldest results were cut by ${line.characters} characters`;
    case "end":
      return `ended: ${line.ended}${line.reason === undefined ? "" : ` (${line.reason})`}`;
  }
}

function costOf({ input, cached, output, unreported }: z.output<typeof Usage>): string {
  return `${unreported ? "at least " : ""}${input} tokens in (${cached} cached), ${output} out`;
}

function indented(text: string): string {
  const lines = text.split("\n");
  const more = lines.length > MOST_LINES ? [`… ${lines.length - MOST_LINES} more lines`] : [];
  return [...lines.slice(0, MOST_LINES), ...more].map((line) => `    ${line.slice(0, 160)}`).join("\n");
}
