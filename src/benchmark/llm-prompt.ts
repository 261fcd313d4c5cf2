import { z } from "zod";
import type { ToolSpec } from "../agent/provider.ts";
import type { ToolInfo } from "../client/tool-info.ts";

const BASE = `You operate a network through tools. Do the assignment of the user with them, then hand in the result with \
submit_answer, once. Report only what the tools told you. If the assignment cannot be done, or you cannot tell what the \
result is, call report_failure and say why, instead of guessing.`;

const HINTS = `The tools are reached over a network that can fail. Work as follows.
- A read that failed may be repeated, at most four times, unless it was refused for what was asked.
- A write whose response did not come, or was unreadable, may have taken effect all the same. Give each write an
  idempotency_key of its own where the tool takes one, and repeat a write only with the same key and the same values;
  without a key, read first whether the record is there.
- Every result has as_of, the revision that it shows, which grows with each answer. A result with a lower as_of than one
  that you have seen before is old: ask again.
- Compare each result with what the tool says it gives. A field that is missing, of another type or out of range makes
  the result useless: ask again, and never fill in a value yourself.
- When an argument is refused, look at the tool's arguments as they are now. Take a renamed argument or field only where
  exactly one new name fits; otherwise call report_failure.
- After a write, read the record back and compare it with what you meant to write.`;

/** What a model is told of its part, with or without advice on failures. */
export function systemPrompt(hinted: boolean): string {
  return hinted ? `${BASE}\n\n${HINTS}` : BASE;
}

export const SUBMIT = "submit_answer";
export const REPORT = "report_failure";

/** The tools of the server and the two by which a model ends its work. */
export function toolsFor(tools: readonly ToolInfo[], answer: z.ZodType): ToolSpec[] {
  const { $schema: _, ...schema } = z.toJSONSchema(answer);
  return [
    ...tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    {
      name: SUBMIT,
      description: "Hands in the result of the assignment and ends the work",
      inputSchema: { type: "object", properties: { answer: schema }, required: ["answer"] },
    },
    {
      name: REPORT,
      description: "Says that the assignment cannot be done, and ends the work",
      inputSchema: { type: "object", properties: { reason: { type: "string" } }, required: ["reason"] },
    },
  ];
}
