import { z } from "zod";
import { MalformedFailure, ToolFailure } from "./call-failure.ts";
import type { ToolOutput } from "./caller.ts";

/** A tool as the server lists it. */
export interface ToolInfo {
  name: string;
  description: string;
  /** JSON Schemas. */
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown> | undefined;
  /** From the `readOnlyHint`: whether a call leaves the server's state as it is. */
  readOnly: boolean;
}

const JsonObject = z.record(z.string(), z.unknown());

const Tool = z.object({
  name: z.string(),
  description: z.string().default(""),
  inputSchema: JsonObject,
  outputSchema: JsonObject.optional(),
  annotations: z.object({ readOnlyHint: z.boolean().optional() }).optional(),
});

const ToolPage = z.object({ tools: z.array(Tool), nextCursor: z.string().optional() });

const ToolResult = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })).default([]),
  structuredContent: JsonObject.optional(),
  isError: z.boolean().default(false),
});

/**
 * One page of `tools/list`.
 *
 * @throws MalformedFailure
 */
export function readToolPage(result: unknown): { tools: ToolInfo[]; nextCursor: string | undefined } {
  const page = ToolPage.safeParse(result);
  if (!page.success) throw new MalformedFailure(`the list of tools is broken: ${firstIssue(page.error)}`);
  const tools = page.data.tools.map(({ annotations, outputSchema, ...tool }) => ({
    ...tool,
    outputSchema,
    readOnly: annotations?.readOnlyHint === true,
  }));
  return { tools, nextCursor: page.data.nextCursor };
}

/**
 * What a `tools/call` gave.
 *
 * @throws ToolFailure where the tool says that it failed
 * @throws MalformedFailure where that is no result of a tool, or one without `structuredContent`
 */
export function readToolResult(result: unknown): ToolOutput {
  const read = ToolResult.safeParse(result);
  if (!read.success) throw new MalformedFailure(`the result is broken: ${firstIssue(read.error)}`);
  const { content, structuredContent, isError } = read.data;
  if (isError)
    throw new ToolFailure(
      content
        .map(({ text }) => text ?? "")
        .join(" ")
        .trim() || "the tool failed",
    );
  if (structuredContent === undefined) throw new MalformedFailure("the result has no structuredContent");
  return structuredContent;
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${issue.path.join(".")}: ${issue.message}` : "unknown";
}
