import type { Clock } from "../kernel/clock.ts";
import { CallFailure } from "./call-failure.ts";
import { type Mechanism, refused } from "./mechanism.ts";

/** Failures of a tool in a row after which nothing is sent for a while. */
const OPENS_AFTER = 4;
const FIRST_COOL_DOWN_MS = 5_000;
const LONGEST_COOL_DOWN_MS = 40_000;

/** What is known of one tool; closed while `openUntil` is undefined. */
interface Circuit {
  failures: number;
  openUntil: number | undefined;
  coolDownMs: number;
  /** One call tries whether the tool works again; others wait for what it finds. */
  probing: boolean;
}

const CLOSED: Circuit = { failures: 0, openUntil: undefined, coolDownMs: FIRST_COOL_DOWN_MS, probing: false };

/**
 * A circuit breaker for each tool (Nygard, "Release It!"): after some failures of the server in a row nothing is sent
 * for a while; then a single call tries, and what it finds closes the circuit or opens it for twice as long.
 */
export const breaker: Mechanism = (next, { client, clock }) => {
  const circuits = new Map<string, Circuit>();
  return async (request) => {
    const circuit = circuits.get(request.tool) ?? { ...CLOSED };
    circuits.set(request.tool, circuit);
    const waitMs = timeToWait(circuit, clock);
    if (waitMs !== undefined) {
      throw refused(client, request, `${request.tool} failed ${circuit.failures} times in a row`, waitMs);
    }
    const probe = circuit.openUntil !== undefined;
    circuit.probing ||= probe;
    try {
      const output = await next(request);
      Object.assign(circuit, CLOSED);
      return output;
    } catch (error) {
      if (error instanceof CallFailure && ofTheServer(error)) learn(circuit, clock, probe);
      throw error;
    } finally {
      if (probe) circuit.probing = false;
    }
  };
};

function timeToWait({ openUntil, probing, coolDownMs }: Circuit, clock: Clock): number | undefined {
  if (openUntil === undefined) return undefined;
  if (clock.now() < openUntil) return openUntil - clock.now();
  return probing ? coolDownMs : undefined;
}

/** Whether it tells something about the server's health, and not about what was asked of it. */
function ofTheServer({ outcome, retryable }: CallFailure): boolean {
  return retryable && outcome !== "stale" && outcome !== "invalid_output";
}

function learn(circuit: Circuit, clock: Clock, probe: boolean): void {
  circuit.failures += 1;
  if (probe) circuit.coolDownMs = Math.min(LONGEST_COOL_DOWN_MS, circuit.coolDownMs * 2);
  if (probe || circuit.failures === OPENS_AFTER) circuit.openUntil = clock.now() + circuit.coolDownMs;
}
