/** A stream of numbers that a seed decides. */
export interface Random {
  /** From 0 to below 1, in steps of 2^-32. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
}

/**
 * The stream that belongs to a seed and a name: what is drawn under one name never shifts what another one gives, so a
 * decision stays as it is when others are added before it.
 *
 * The state is the 128-bit hash of seed and name (MurmurHash3's x86_128 finaliser over a cyrb128 mix), the generator is
 * sfc32 (PractRand, Doty-Humphrey). Both are written out here so that a seed gives the same stream on every version.
 */
export function randomFor(seed: number | string, ...name: (number | string)[]): Random {
  let [a, b, c, counter] = hash128(JSON.stringify([seed, ...name]));
  const next32 = (): number => {
    const sum = (((a + b) >>> 0) + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next32();
  const next = () => next32() / 4_294_967_296;
  return { next, below: (bound) => Math.floor(next() * bound) };
}

function hash128(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    h1 = h2 ^ Math.imul(h1 ^ unit, 597_399_067);
    h2 = h3 ^ Math.imul(h2 ^ unit, 2_869_860_233);
    h3 = h4 ^ Math.imul(h3 ^ unit, 951_274_213);
    h4 = h1 ^ Math.imul(h4 ^ unit, 2_716_044_179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597_399_067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2_869_860_233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951_274_213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2_716_044_179);
  const all = h1 ^ h2 ^ h3 ^ h4;
  return [all >>> 0, (h2 ^ all) >>> 0, (h3 ^ all) >>> 0, (h4 ^ all) >>> 0];
}
