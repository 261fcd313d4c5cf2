/**
 * Lets at most some callers go at once; the others wait in order of arrival. A test run takes cores, and too many at
 * once make each other run into deadlines.
 */
export class Turns {
  readonly #limit: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many would have to end before one that asks now could go. */
  get ahead(): number {
    return Math.max(0, this.#running - this.#limit + 1) + this.#waiting.length;
  }

  /**
   * Waits for a turn; false where `signal` fired first. Who got a turn must `end` it.
   */
  async begin(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#running < this.#limit) {
      this.#running += 1;
      return true;
    }
    return new Promise<boolean>((resolve) => {
      const go = () => {
        signal.removeEventListener("abort", leave);
        resolve(true);
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        resolve(false);
      };
      this.#waiting.push(go);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Passes the turn on. */
  end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
