/** The square of an Ochiai score as an exact fraction: n_ef² / ((n_ef + n_nf) · (n_ef + n_ep)). */
export interface SquaredScore {
  num2: number;
  den2: number;
}

/** A statement or a function under suspicion. */
export interface Suspect {
  /** Absolute. */
  path: string;
  /** First line of the statement, or of the function's `def`. */
  line: number;
  last: number;
  /** Qualified name; "" at module level. */
  function: string;
  score: SquaredScore;
  /** 1 for the most suspicious; suspects with one score share a rank, and the next one has it plus `tied`. */
  rank: number;
  /** How many share this rank, itself included. */
  tied: number;
}

/** Why a suspect stands where it stands in the final order, each from a measurement; `text` is one clause for a person. */
export interface Reason {
  kind:
    | "origin"
    | "origin-chain"
    | "crash"
    | "crash-frame"
    | "failing-step"
    | "differing-value"
    | "spectrum"
    | "code"
    | "meant";
  text: string;
}

/** A suspect in the final order. `score` is that of the plain Ochiai order, whose rank is kept as well. */
export interface RankedSuspect extends Suspect {
  reasons: Reason[];
  ochiai: { rank: number; tied: number };
}
