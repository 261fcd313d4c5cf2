/** How long a model is waited for. */
export interface Patience {
  /** How often one turn is asked for. */
  attempts: number;
  /** Milliseconds before the second attempt; they double with each. */
  baseMs: number;
  /** Milliseconds in which nothing at all comes from the server, until it is given up. */
  silentMs: number;
  /** Milliseconds that one attempt may take altogether: a slow machine writes long, as long as it writes. */
  totalMs: number;
}

/** Node itself gives up a server that is silent for 300 s. */
export const USUAL_PATIENCE: Patience = { attempts: 5, baseMs: 1000, silentMs: 280_000, totalMs: 7_200_000 };
