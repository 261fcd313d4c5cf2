import { describeError, FaultlineError } from "../kernel/errors.ts";
import { ContextOverflow } from "./context-overflow.ts";
import type { Message, Provider, SoFar, ToolSpec, Turn, Usage, Watch } from "./provider.ts";
import { goesRound } from "./repetition.ts";
import { shorten } from "./shorten.ts";
import type { Ended, Trace } from "./trace.ts";
import type { Workplace } from "./workplace.ts";

/** Characters until a turn is looked at again while it is written. */
const LOOK_AFTER = 100;

/** What a turn is asked for with. */
export interface Asking {
  provider: Provider;
  system: string;
  workplace: Pick<Workplace, "signal">;
  trace: Trace;
  /** Tokens of one turn. */
  maxOutputTokens: number;
  /** Told of the turn that is being written, and once it is over. */
  writing(step: number, soFar: SoFar | undefined): void;
}

/** What turns have cost, those of which nothing came included. */
export interface Cost {
  /** That came to their end. */
  turns: number;
  usage: Omit<Usage, "unreported">;
  /** Turns of which the server has not told all tokens. */
  unreportedTurns: number;
  modelMs: number;
}

export interface Ending {
  ended: Ended;
  reason?: string;
}

type Answer = Turn | Ending | { overflow: string };

/** Asks for the turns of a conversation, traces them and counts what they cost. */
export class Turns {
  readonly cost: Cost = { turns: 0, usage: { input: 0, output: 0, cached: 0 }, unreportedTurns: 0, modelMs: 0 };
  readonly #asking: Asking;
  readonly #tools: readonly ToolSpec[];
  readonly #messages: Message[];

  /** @param messages the conversation, to which others add; old results in it are cut where it grows too long */
  constructor(asking: Asking, tools: readonly ToolSpec[], messages: Message[]) {
    this.#asking = asking;
    this.#tools = tools;
    this.#messages = messages;
  }

  /** The next turn; a conversation that is too long for the model is shortened until it fits. */
  async next(): Promise<Turn | Ending> {
    const { maxOutputTokens, trace, workplace } = this.#asking;
    for (;;) {
      const started = performance.now();
      const lost: Usage[] = [];
      const turn = await this.#ask((usage) => lost.push(usage));
      await this.#note(turn, lost, performance.now() - started);
      if ("ended" in turn) return turn;
      // A turn that was cut before its own limit has come to the end of what the model can read.
      if (!("overflow" in turn) && !isCutEarly(turn, maxOutputTokens)) return turn;
      const characters = shorten(this.#messages);
      if (characters > 0) await trace({ kind: "shortened", step: this.cost.turns, characters });
      else if ("overflow" in turn) return { ended: "context-full", reason: turn.overflow };
      else return turn;
      if (workplace.signal.aborted) return { ended: "cancelled" };
    }
  }

  async #ask(lost: (usage: Usage) => void): Promise<Answer> {
    const { provider, system, maxOutputTokens, workplace, writing } = this.#asking;
    const step = this.cost.turns + 1;
    try {
      writing(step, { written: "", reading: undefined, output: undefined });
      return await provider.next({
        system,
        messages: this.#messages,
        tools: this.#tools,
        mustCall: true,
        maxTokens: maxOutputTokens,
        watch: this.#watch(step),
        lost,
        signal: workplace.signal,
      });
    } catch (error) {
      if (workplace.signal.aborted) return { ended: "cancelled" };
      if (error instanceof ContextOverflow) return { overflow: error.message };
      if (error instanceof FaultlineError) return { ended: "model-failed", reason: describeError(error) };
      throw error;
    } finally {
      writing(step, undefined);
    }
  }

  /** Tells how far a turn is, and ends one that goes round. */
  #watch(step: number): Watch {
    let looked = 0;
    return (soFar) => {
      this.#asking.writing(step, soFar);
      const { length } = soFar.written;
      // Another attempt has begun.
      if (length < looked) looked = 0;
      if (length < looked + LOOK_AFTER) return true;
      looked = length;
      return !goesRound(soFar.written);
    };
  }

  async #note(turn: Answer, lost: readonly Usage[], ms: number): Promise<void> {
    const { cost } = this;
    const { trace } = this.#asking;
    cost.modelMs += ms;
    for (const usage of lost) await trace({ kind: "lost", step: cost.turns + 1, usage });
    const all = "usage" in turn ? [...lost, turn.usage] : lost;
    for (const kind of ["input", "output", "cached"] as const) {
      for (const usage of all) cost.usage[kind] += usage[kind];
    }
    if (all.some(({ unreported }) => unreported)) cost.unreportedTurns += 1;
    if (!("usage" in turn)) return;
    cost.turns += 1;
    const { text, calls, stop, usage } = turn;
    const asWritten = calls.map(({ id, name, args, raw }) => (args ? { id, name, args } : { id, name, raw }));
    await trace({ kind: "turn", step: cost.turns, ms, stop, text, calls: asWritten, usage });
  }
}

function isCutEarly({ stop, usage }: Turn, maxOutputTokens: number): boolean {
  return stop === "length" && !usage.unreported && usage.output < maxOutputTokens - 1;
}
