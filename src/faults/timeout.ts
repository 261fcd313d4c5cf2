import { z } from "zod";
import { seconds } from "./fields.ts";
import type { FaultKindOf } from "./kind.ts";

const options = { delay_s: seconds.optional() };

/** The server acts; its response never comes, or after `delay_s`. */
export const timeout: FaultKindOf<"timeout"> = {
  kind: "timeout",
  options: z.object(options).transform(({ delay_s }) => ({ kind: "timeout", delayMs: delay_s })),
  names: Object.keys(options),
  draw: ({ delayMs }) => ({ kind: "timeout", delayMs }),
  fault: z
    .object({ kind: z.literal("timeout"), delayMs: z.number().optional() })
    .transform(({ kind, delayMs }) => ({ kind, delayMs })),
  write: ({ delayMs }) => (delayMs === undefined ? {} : { delay_s: delayMs / 1000 }),
};
