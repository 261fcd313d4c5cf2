import { inPairs, type Summary, summarize } from "../pairs.ts";
import { median } from "../table.ts";
import type { Connection } from "./connection.ts";

/** Calls that are made one block after the other, direct and through the proxy in turn. */
export interface Load {
  /** Bytes of each answer. */
  bytes: number;
  /** Calls that wait for their answers at any time. */
  inFlight: number;
  /** Calls of a block. */
  calls: number;
  /** Calls that are made first, and not counted: programs get faster while they run. */
  warm: number;
}

export interface Measured extends Load, Summary {
  /** Milliseconds that the proxy adds to a call: the median of the differences of the pairs. */
  added: number;
}

/** Milliseconds a call: the median where each waits for the one before, else the time of the block by its calls. */
export async function measure(rounds: number, load: Load, direct: Connection, proxied: Connection): Promise<Measured> {
  const block = load.inFlight === 1 ? oneByOne : allAtOnce;
  for (const connection of [direct, proxied]) await block(connection, { ...load, calls: load.warm });
  const paired = await inPairs(
    rounds,
    () => block(direct, load),
    () => block(proxied, load),
  );
  const added = paired.other.map((other, round) => other - (paired.base[round] ?? Number.NaN));
  return { ...load, ...summarize(paired), added: median(added) };
}

async function oneByOne(connection: Connection, { bytes, calls }: Load): Promise<number> {
  const took: number[] = [];
  for (let call = 0; call < calls; call++) {
    const begun = performance.now();
    await connection.call(bytes);
    took.push(performance.now() - begun);
  }
  return median(took);
}

async function allAtOnce(connection: Connection, { bytes, inFlight, calls }: Load): Promise<number> {
  let left = calls;
  const lane = async () => {
    while (left-- > 0) await connection.call(bytes);
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (performance.now() - begun) / calls;
}
