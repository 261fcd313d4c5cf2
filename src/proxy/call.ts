import { z } from "zod";

const Call = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

/** A request, or a notification, which has no id. */
export type Call = z.infer<typeof Call>;

/** Reads one; undefined where the message is none. */
export function readCall(bytes: Buffer): Call | undefined {
  try {
    return Call.safeParse(JSON.parse(bytes.toString())).data;
  } catch {
    return undefined;
  }
}
