import { setTimeout } from "node:timers/promises";

/** Waits, at most until the signal fires. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}
