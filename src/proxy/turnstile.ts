import { setTimeout as sleep } from "node:timers/promises";

/** Holds something back until something else has come by, but not for ever. */
export class Turnstile {
  readonly #waiting = new Set<() => void>();

  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves when the next has come, or to false after `ms`; to true when `gone` fires, which then ends the wait too. */
  async wait(ms: number, gone: AbortSignal): Promise<boolean> {
    const enough = new AbortController();
    const come = () => enough.abort();
    this.#waiting.add(come);
    try {
      await sleep(ms, undefined, { signal: AbortSignal.any([gone, enough.signal]) });
      return false;
    } catch {
      return true;
    } finally {
      this.#waiting.delete(come);
    }
  }

  /** The next has come. */
  turn(): void {
    for (const come of this.#waiting) come();
  }
}
