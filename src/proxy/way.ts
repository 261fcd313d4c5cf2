import type { Clock } from "../kernel/clock.ts";

/** The way to one side of a session. What is late on it, and what a hang holds back, is remembered here. */
export class Way {
  readonly #clock: Clock;
  readonly #out: (bytes: Buffer) => void;
  readonly #timers = new Set<() => void>();
  /** What a hang holds back; undefined where there is none. */
  #held: Buffer[] | undefined;
  #whenHeld: (() => void)[] = [];
  #hangs = 0;
  #ended = false;
  #whenIdle: (() => void) | undefined;

  constructor(clock: Clock, out: (bytes: Buffer) => void) {
    this.#clock = clock;
    this.#out = out;
  }

  /** Whether what is sent goes out at once. */
  get clear(): boolean {
    return this.#hangs === 0 && !this.#ended;
  }

  send(bytes: Buffer): void {
    if (this.clear) this.#out(bytes);
    else if (!this.#ended) {
      this.#held?.push(bytes);
      for (const tell of this.#whenHeld.splice(0)) tell();
    }
  }

  /** Does something later, unless it is called off by the function that comes back, or the way ends before. */
  after(ms: number, act: () => void): () => void {
    const settle = () => {
      cancel();
      this.#timers.delete(settle);
    };
    const cancel = this.#clock.after(ms, () => {
      this.#timers.delete(settle);
      act();
      this.#tellIdle();
    });
    this.#timers.add(settle);
    return settle;
  }

  /**
   * Lets nothing through any more: for a time, behind which all comes in order, or for good, when it is dropped.
   *
   * @param whenHeld called when it first holds something back
   */
  hang(ms: number | undefined, whenHeld: () => void): void {
    this.#hangs += 1;
    this.#whenHeld.push(whenHeld);
    if (ms === undefined) {
      this.#hangs = Number.POSITIVE_INFINITY;
      this.#held = undefined;
      return;
    }
    if (this.#hangs === 1) this.#held = [];
    this.after(ms, () => {
      this.#hangs -= 1;
      if (this.#hangs === 0) for (const bytes of this.#held?.splice(0) ?? []) this.send(bytes);
    });
  }

  /** Calls back once nothing is late or held back any more. */
  whenIdle(act: () => void): void {
    this.#whenIdle = act;
    this.#tellIdle();
  }

  /** Nothing is sent any more. */
  end(): void {
    this.#ended = true;
    for (const cancel of [...this.#timers]) cancel();
    this.#held = undefined;
    this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#timers.size === 0) this.#whenIdle?.();
  }
}
