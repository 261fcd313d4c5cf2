import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { utf8Bytes } from "../../src/kernel/budget.ts";
import type { ToolUse } from "./audit-trace.ts";
import { wholeLines } from "./whole-lines.ts";

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
});

const Usage = z.looseObject({
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_creation_input_tokens: z.number().default(0),
  cache_read_input_tokens: z.number().default(0),
});

/** The lines of Claude Code's own record of a session that matter here; all others are let through. */
const Line = z.looseObject({
  type: z.string(),
  message: z
    .looseObject({
      id: z.string().optional(),
      content: z.union([z.string(), z.array(Block)]),
      usage: Usage.optional(),
    })
    .optional(),
  attachment: z.looseObject({ type: z.string(), content: z.unknown().optional() }).optional(),
});
type Line = z.infer<typeof Line>;

/** What Claude Code's own record tells of a session. */
export interface ClaudeSession {
  uses: ToolUse[];
  /** Answers of the model. */
  turns: number;
  tokens: { input: number; output: number; cached: number };
  /** Of texts that hooks added. */
  injectedBytes: number;
}

/** Reads the records of all sessions below an agent's HOME, those of subagents included. */
export async function readClaudeSession(home: string): Promise<ClaudeSession> {
  const lines = (await textsBelow(join(home, ".claude", "projects"))).flatMap(linesOf);
  const usages = new Map<string, z.infer<typeof Usage>>();
  for (const { message } of lines) {
    // One answer may stand in several lines, a block in each.
    if (message?.id !== undefined && message.usage) usages.set(message.id, message.usage);
  }
  const sum = (part: (usage: z.infer<typeof Usage>) => number) =>
    [...usages.values()].reduce((total, usage) => total + part(usage), 0);
  return {
    uses: usesOf(lines),
    turns: usages.size,
    tokens: {
      input: sum((one) => one.input_tokens + one.cache_creation_input_tokens + one.cache_read_input_tokens),
      output: sum((one) => one.output_tokens),
      cached: sum((one) => one.cache_read_input_tokens),
    },
    injectedBytes: lines.reduce((total, line) => total + injectedBy(line), 0),
  };
}

async function textsBelow(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const wanted = files.filter((file) => file.endsWith(".jsonl")).toSorted();
  return Promise.all(wanted.map((file) => readFile(join(folder, file), "utf8")));
}

function linesOf(text: string): Line[] {
  return wholeLines(text).flatMap((line) => {
    const read = Line.safeParse(line);
    return read.success ? [read.data] : [];
  });
}

function usesOf(lines: readonly Line[]): ToolUse[] {
  const blocks = lines.flatMap(({ message }) => (typeof message?.content === "object" ? message.content : []));
  const results = new Map(
    blocks.map(({ tool_use_id = "", content }) => [
      tool_use_id,
      typeof content === "string" ? content : textOf(content),
    ]),
  );
  return blocks.flatMap(({ type, id = "", name = "", input }) =>
    type === "tool_use" ? [{ tool: name, input: JSON.stringify(input), output: results.get(id) ?? "" }] : [],
  );
}

function textOf(content: unknown): string {
  const blocks = z.array(Block).safeParse(content);
  return blocks.success ? blocks.data.map(({ text = "" }) => text).join("\n") : "";
}

function injectedBy({ attachment }: Line): number {
  if (attachment?.type !== "hook_additional_context") return 0;
  const texts = z.union([z.string(), z.array(z.string())]).safeParse(attachment.content);
  return texts.success ? [texts.data].flat().reduce((total, text) => total + utf8Bytes(text), 0) : 0;
}
