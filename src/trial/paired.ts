/** Two agents on the same sessions. */
export interface Paired {
  /** Sessions that only the first passed. */
  better: number;
  /** Sessions that only the second passed. */
  worse: number;
  /** Sessions compared. */
  total: number;
  /** Two-sided p of the exact McNemar test; 1 where the two never differ. */
  p: number;
}

/**
 * Compares passes pair by pair with the exact McNemar test (McNemar, 1947; the binomial form): under the hypothesis
 * that neither is better, the sessions in which they differ fall to either side like a fair coin.
 *
 * @param pairs whether the first and the second passed the same session
 */
export function comparePairs(pairs: readonly (readonly [first: boolean, second: boolean])[]): Paired {
  const better = pairs.filter(([first, second]) => first && !second).length;
  const worse = pairs.filter(([first, second]) => !first && second).length;
  return { better, worse, total: pairs.length, p: fairCoin(Math.min(better, worse), better + worse) };
}

/** Twice the chance of at most `few` heads in `tosses` of a fair coin, at most 1; by logarithms, since 2^-n underflows. */
function fairCoin(few: number, tosses: number): number {
  if (2 * few >= tosses) return 1;
  let log = -tosses * Math.LN2;
  let sum = Math.exp(log);
  for (let heads = 1; heads <= few; heads += 1) {
    log += Math.log((tosses - heads + 1) / heads);
    sum += Math.exp(log);
  }
  return Math.min(1, 2 * sum);
}
