/** Things that share one place in an order: how many, and how many of them are faulty. */
export interface Tie {
  size: number;
  faulty: number;
}

/** What there is to find, and among how much. */
export interface Search {
  /** All lines or functions of the project, whether an order holds them or not. */
  total: number;
  /** How many of them are faulty. */
  faulty: number;
}

/** How one order did. */
export interface Verdict {
  /** How many a reader looks at until the first faulty one, that one included. */
  rank: number;
  /** The order holds a faulty one. */
  found: boolean;
  /** The rank by the total: 0 is best. */
  exam: number;
}

/**
 * The expected rank of the first faulty one when those that share a place are looked at in random order:
 * start + (size - faulty) / (faulty + 1), the closed form of E_inspect (Zou et al., TSE 2019). Where an order holds
 * none, all that it does not hold counts as one tie behind it; where nothing is faulty, everything is looked at.
 */
export function judge(order: readonly Tie[], search: Search): Verdict {
  let before = 0;
  for (const { size, faulty } of order) {
    if (faulty > 0) return verdict(before + 1 + (size - faulty) / (faulty + 1), true, search);
    before += size;
  }
  if (search.faulty === 0) return verdict(search.total, false, search);
  const rest = Math.max(search.total - before - search.faulty, 0);
  return verdict(before + 1 + rest / (search.faulty + 1), false, search);
}

function verdict(rank: number, found: boolean, { total }: Search): Verdict {
  return { rank, found, exam: rank / total };
}

export const TOPS = [1, 3, 5, 10] as const;

/** Of several verdicts: how many bugs are within each of the top N, and the mean exam score. */
export interface Summary {
  bugs: number;
  within: Record<(typeof TOPS)[number], number>;
  exam: number;
}

export function summarise(verdicts: readonly Verdict[]): Summary {
  const within = (top: number) => verdicts.filter(({ rank }) => rank <= top).length;
  const exam = verdicts.reduce((sum, one) => sum + one.exam, 0) / verdicts.length;
  return { bugs: verdicts.length, within: { 1: within(1), 3: within(3), 5: within(5), 10: within(10) }, exam };
}
