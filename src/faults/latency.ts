import { z } from "zod";
import { seconds } from "./fields.ts";
import type { FaultKindOf } from "./kind.ts";

const options = { delay_s: seconds.prefault(0.25), jitter_s: seconds.prefault(0) };

/** The response comes later: by `delay_s`, give or take up to `jitter_s`, evenly. */
export const latency: FaultKindOf<"latency"> = {
  kind: "latency",
  options: z
    .object(options)
    .transform(({ delay_s, jitter_s }) => ({ kind: "latency", delayMs: delay_s, jitterMs: jitter_s })),
  names: Object.keys(options),
  draw: ({ delayMs, jitterMs }, draw) => {
    const off = jitterMs === 0 ? 0 : Math.round(jitterMs * (2 * draw("jitter") - 1));
    return { kind: "latency", delayMs: Math.max(0, delayMs + off) };
  },
  fault: z.object({ kind: z.literal("latency"), delayMs: z.number() }),
  write: ({ delayMs }) => ({ delay_s: delayMs / 1000 }),
};
