import * as z from "zod";
import type { ToolSpec } from "./provider.ts";

const Arguments = z.strictObject({ summary: z.string().max(2000).describe("The cause and what was changed") });
const { $schema: _, ...inputSchema } = z.toJSONSchema(Arguments);

/** By which a model ends its work; the loop sees to it. */
export const FINISH: ToolSpec = {
  name: "finish",
  description: "Ends the work. Call it when the failing test passes, or when you cannot make it pass: then say why.",
  inputSchema,
};

/** What the model says of its work; "" where it says nothing that can be read. */
export function summaryOf(args: Record<string, unknown> | undefined): string {
  return Arguments.safeParse(args).data?.summary ?? "";
}
