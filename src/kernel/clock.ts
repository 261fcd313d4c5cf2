/** Where the time comes from: the machine, or a simulation. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Does something later; the function that comes back calls it off. */
  after(ms: number, action: () => void): () => void;
}

/** The machine's own time. */
export const realClock: Clock = {
  now: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
