import { z } from "zod";
import { seconds } from "./fields.ts";
import type { FaultKindOf } from "./kind.ts";

const options = { hold_s: seconds.prefault(30) };

/** The response waits until the client has sent its next request, at most `hold_s`. */
export const late: FaultKindOf<"late"> = {
  kind: "late",
  options: z.object(options).transform(({ hold_s }) => ({ kind: "late", holdMs: hold_s })),
  names: Object.keys(options),
  draw: ({ holdMs }) => ({ kind: "late", holdMs }),
  fault: z.object({ kind: z.literal("late"), holdMs: z.number() }),
  write: ({ holdMs }) => ({ hold_s: holdMs / 1000 }),
};
