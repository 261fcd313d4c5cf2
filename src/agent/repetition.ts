/** A work in which so many calls in succession brought nothing new does not go on. */
const MOST_USELESS = 6;
/** Characters of a turn in which it says the same again and again; fewer where it had to be cut. */
const LONG_RUN = 800;
const CUT_RUN = 160;
const LONGEST_PERIOD = 300;
const LEAST_TIMES = 4;

/** Remembers what came of each call, so that a model that goes in circles is told, and at last stopped. */
export class RepetitionGuard {
  readonly #seen = new Map<string, { answer: string; step: number }>();
  #useless = 0;

  /**
   * Notes a call and what it brought.
   *
   * @returns the number of the step in which the same call brought the same; undefined where that is new
   */
  note(name: string, args: Record<string, unknown>, answer: string, step: number): number | undefined {
    const key = JSON.stringify([name, Object.entries(args).sort(([left], [right]) => (left < right ? -1 : 1))]);
    const last = this.#seen.get(key);
    this.#seen.set(key, { answer, step: last?.answer === answer ? last.step : step });
    if (last?.answer !== answer) {
      this.#useless = 0;
      return undefined;
    }
    this.#useless += 1;
    return last.step;
  }

  /** Notes a turn that brought nothing at all. */
  noteUseless(): void {
    this.#useless += 1;
  }

  get isStuck(): boolean {
    return this.#useless >= MOST_USELESS;
  }
}

/**
 * Whether the end of what was written so far says the same again and again: so much at least as is too much for
 * `repetitionIn`.
 */
export function goesRound(written: string): boolean {
  return repetitionIn(written.slice(-2 * LONG_RUN), false) !== undefined;
}

/**
 * Where a turn begins to say the same again and again: the place behind its second time. Undefined where it does not.
 *
 * @param cut the turn was too long: then less repetition is enough
 */
export function repetitionIn(text: string, cut: boolean): number | undefined {
  const least = cut ? CUT_RUN : LONG_RUN;
  for (let period = 1; period <= LONGEST_PERIOD; period += 1) {
    let run = 0;
    for (let at = period; at < text.length; at += 1) {
      run = text[at] === text[at - period] ? run + 1 : 0;
      if (run >= Math.max(least, (LEAST_TIMES - 1) * period)) return at - run + 1 + period;
    }
  }
  return undefined;
}
