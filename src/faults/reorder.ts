import { z } from "zod";
import { seconds } from "./fields.ts";
import type { FaultKindOf } from "./kind.ts";

const options = { hold_s: seconds.prefault(1) };

/** The response waits until the next one has passed, at most `hold_s`. */
export const reorder: FaultKindOf<"reorder"> = {
  kind: "reorder",
  options: z.object(options).transform(({ hold_s }) => ({ kind: "reorder", holdMs: hold_s })),
  names: Object.keys(options),
  draw: ({ holdMs }) => ({ kind: "reorder", holdMs }),
  fault: z.object({ kind: z.literal("reorder"), holdMs: z.number() }),
  write: ({ holdMs }) => ({ hold_s: holdMs / 1000 }),
};
