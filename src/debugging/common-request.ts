import type { Call, Engine } from "./engine.ts";
import type { Target } from "./target.ts";

/**
 * What every run of tests that the engine starts has in common.
 *
 * @param deadline milliseconds; a run gets one at least
 */
export function commonRequest(
  engine: Pick<Engine, "env" | "probeDir">,
  { argv, cwd }: Pick<Target, "argv" | "cwd">,
  { signal }: Pick<Call, "signal">,
  deadline: number,
) {
  const { env, probeDir } = engine;
  return { argv, cwd, env, probeDir, deadline: Math.max(1, deadline), ...(signal && { signal }) };
}
