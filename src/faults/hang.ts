import { z } from "zod";
import { seconds } from "./fields.ts";
import type { FaultKindOf } from "./kind.ts";

const options = { for_s: seconds.optional() };

/** Nothing more comes from the server's side, for `for_s` or for good. */
export const hang: FaultKindOf<"hang"> = {
  kind: "hang",
  options: z.object(options).transform(({ for_s }) => ({ kind: "hang", forMs: for_s })),
  names: Object.keys(options),
  draw: ({ forMs }) => ({ kind: "hang", forMs }),
  fault: z
    .object({ kind: z.literal("hang"), forMs: z.number().optional() })
    .transform(({ kind, forMs }) => ({ kind, forMs })),
  write: ({ forMs }) => (forMs === undefined ? {} : { for_s: forMs / 1000 }),
};
