import { describeError, FaultlineError } from "../kernel/errors.ts";
import { ContextOverflow } from "./context-overflow.ts";
import { FINISH, summaryOf } from "./finish.ts";
import type { Message, Provider, SoFar, ToolCall, Turn, Watch } from "./provider.ts";
import { goesRound, RepetitionGuard, repetitionIn } from "./repetition.ts";
import { shorten } from "./shorten.ts";
import { runTests } from "./test-run.ts";
import type { AgentTool, ToolAnswer } from "./tool.ts";
import type { Ended, Trace } from "./trace.ts";
import type { Workplace } from "./workplace.ts";

/** Of all turns together; beyond it the work is over. */
const MOST_TOKENS = 1_000_000;
/** Turns of text alone in a row; a model that goes on like that most likely cannot call tools. */
const MOST_TALK = 4;
/** Stands for a turn in which nothing is said, which would not be sent back. */
const NOTHING = "(nothing)";
/** Characters until a turn is looked at again while it is written. */
const LOOK_AFTER = 100;

export interface Work {
  provider: Provider;
  system: string;
  opening: string;
  tools: readonly AgentTool[];
  workplace: Workplace;
  trace: Trace;
  maxTurns: number;
  /** Tokens of one turn. */
  maxOutputTokens: number;
  /** Told of each step in a few words. */
  progress(line: string): void;
  /** Told of the turn that is being written, and once it is over. */
  writing(step: number, soFar: SoFar | undefined): void;
}

export interface Outcome {
  ended: Ended;
  reason?: string;
  message: string;
  /** The test passes, as seen when the model finished; undefined where nobody looked. */
  passes: boolean | undefined;
  turns: number;
  calls: Record<string, number>;
  usage: Omit<Turn["usage"], "unreported">;
  /** Turns of which the server has not told all tokens. */
  unreportedTurns: number;
  modelMs: number;
}

type Ending = Pick<Outcome, "ended" | "reason">;

/** Lets a model work with the tools until it finishes, or something stops it. Never throws for what the model does. */
export async function work(given: Work): Promise<Outcome> {
  const loop = new Loop(given);
  const ending = await loop.run();
  await given.trace({ kind: "end", step: loop.outcome.turns, ...ending });
  return { ...loop.outcome, ...ending };
}

class Loop {
  readonly outcome: Omit<Outcome, "ended" | "reason"> = {
    message: "",
    passes: undefined,
    turns: 0,
    calls: {},
    usage: { input: 0, output: 0, cached: 0 },
    unreportedTurns: 0,
    modelMs: 0,
  };
  readonly #work: Work;
  readonly #messages: Message[];
  readonly #guard = new RepetitionGuard();
  #talk = 0;
  readonly #tools: Map<string, AgentTool>;

  constructor(given: Work) {
    this.#work = given;
    this.#messages = [{ role: "user", text: given.opening }];
    this.#tools = new Map(given.tools.map((tool) => [tool.spec.name, tool]));
  }

  async run(): Promise<Ending> {
    const { maxTurns, workplace } = this.#work;
    while (this.outcome.turns < maxTurns) {
      const turn = await this.#next();
      if ("ended" in turn) return turn;
      const ending = await this.#take(turn);
      if (ending) return ending;
      if (workplace.signal.aborted) return { ended: "cancelled" };
      if (this.#talk >= MOST_TALK) {
        return { ended: "stuck", reason: `the model calls no tools: ${MOST_TALK} turns in a row were text alone` };
      }
      if (this.#guard.isStuck) return { ended: "stuck", reason: "the same again and again" };
      const { input, output } = this.outcome.usage;
      if (input + output > MOST_TOKENS) return { ended: "tokens", reason: `more than ${MOST_TOKENS} tokens` };
    }
    return { ended: "turns", reason: `not finished in ${maxTurns} turns` };
  }

  /** The next turn; a conversation that is too long for the model is shortened until it fits. */
  async #next(): Promise<Turn | Ending> {
    const { maxOutputTokens, workplace } = this.#work;
    for (;;) {
      const started = performance.now();
      const turn = await this.#ask();
      const ms = performance.now() - started;
      this.outcome.modelMs += ms;
      if (!("overflow" in turn)) {
        if ("ended" in turn) return turn;
        await this.#note(turn, ms);
        // A turn that was cut before its own limit has come to the end of what the model can read.
        if (turn.stop !== "length" || turn.usage.output >= maxOutputTokens - 1) return turn;
      }
      const characters = shorten(this.#messages);
      if (characters > 0) await this.#work.trace({ kind: "shortened", step: this.outcome.turns, characters });
      else if ("overflow" in turn) return { ended: "context-full", reason: turn.overflow };
      else return turn;
      if (workplace.signal.aborted) return { ended: "cancelled" };
    }
  }

  async #ask(): Promise<Turn | Ending | { overflow: string }> {
    const { provider, system, maxOutputTokens: maxTokens, workplace } = this.#work;
    const tools = [...[...this.#tools.values()].map(({ spec }) => spec), FINISH];
    try {
      const messages = this.#messages;
      const watch = this.#watch();
      this.#work.writing(this.outcome.turns + 1, { written: "", reading: undefined, output: undefined });
      return await provider.next({
        system,
        messages,
        tools,
        mustCall: true,
        maxTokens,
        watch,
        signal: workplace.signal,
      });
    } catch (error) {
      if (workplace.signal.aborted) return { ended: "cancelled" };
      if (error instanceof ContextOverflow) return { overflow: error.message };
      if (error instanceof FaultlineError) return { ended: "model-failed", reason: describeError(error) };
      throw error;
    } finally {
      this.#work.writing(this.outcome.turns + 1, undefined);
    }
  }

  /** Tells how far a turn is, and ends one that goes round. */
  #watch(): Watch {
    let looked = 0;
    return (soFar) => {
      this.#work.writing(this.outcome.turns + 1, soFar);
      if (soFar.written.length < looked + LOOK_AFTER) return true;
      looked = soFar.written.length;
      return !goesRound(soFar.written);
    };
  }

  async #note({ text, calls, stop, usage }: Turn, ms: number): Promise<void> {
    const { outcome } = this;
    outcome.turns += 1;
    for (const kind of ["input", "output", "cached"] as const) outcome.usage[kind] += usage[kind];
    if (usage.unreported) outcome.unreportedTurns += 1;
    await this.#work.trace({
      kind: "turn",
      step: outcome.turns,
      ms,
      stop,
      text,
      calls: calls.map(({ id, name, args, raw }) => (args ? { id, name, args } : { id, name, raw })),
      usage,
    });
  }

  async #take(turn: Turn): Promise<Ending | undefined> {
    const { text, calls, stop, opaque } = turn;
    if (stop === "refusal") return { ended: "refusal", reason: text.slice(0, 300) };
    const written = [text, ...calls.map(({ raw }) => raw)].join("\n");
    const repeatedFrom = repetitionIn(written, stop === "length");
    if (repeatedFrom !== undefined || stop === "stopped") {
      // What goes round stays out of the conversation, in which it would only go on; thoughts stay out anyway.
      const kept = repeatedFrom === undefined ? text.trim() || NOTHING : `${written.slice(0, repeatedFrom)}…`;
      this.#messages.push({ role: "assistant", text: kept, calls: [] });
      return this.#tell("Your turn said the same again and again and was not carried out. Call one tool.");
    }
    const isEmpty = text.trim() === "" && calls.length === 0;
    // Templates such as Gemma's want the two sides to take turns.
    if (isEmpty) this.#messages.push({ role: "assistant", text: NOTHING, calls });
    else this.#messages.push({ role: "assistant", text, calls, opaque });
    if (text !== "") this.outcome.message = text;
    this.#talk = calls.length === 0 && stop === "end" ? this.#talk + 1 : 0;
    for (const call of calls) {
      const ending =
        call.name === FINISH.name && stop !== "length" ? await this.#finish(call) : await this.#make(call, stop);
      if (ending) return ending;
    }
    if (calls.length === 0)
      return this.#tell(
        stop === "length"
          ? "Your turn was too long and has been cut. Call one tool."
          : "Call a tool; when you are done, call finish.",
      );
    return undefined;
  }

  async #tell(text: string): Promise<undefined> {
    this.#guard.noteUseless();
    this.#messages.push({ role: "user", text });
    await this.#work.trace({ kind: "note", step: this.outcome.turns, text });
  }

  async #finish(call: ToolCall): Promise<Ending | undefined> {
    const { workplace } = this.#work;
    const earlier = this.outcome.calls[FINISH.name] ?? 0;
    this.#count(call.name);
    this.outcome.message = summaryOf(call.args) || this.outcome.message;
    const started = performance.now();
    const { passed, text } = await runTests(workplace.target, workplace);
    this.outcome.passes = passed;
    if (passed || earlier > 0) return { ended: "finished" };
    const told = `The test does not pass yet:\n${text}\nGo on, or call finish again to leave it at that.`;
    await this.#answer(call, { text: told, isError: true }, performance.now() - started);
    return undefined;
  }

  async #make(call: ToolCall, stop: Turn["stop"]): Promise<undefined> {
    this.#count(call.name);
    this.#work.progress(`step ${this.outcome.turns}: ${call.name}${shortArguments(call)}`);
    const started = performance.now();
    await this.#answer(call, await this.#carryOut(call, stop), performance.now() - started);
  }

  async #carryOut({ name, args, raw }: ToolCall, stop: Turn["stop"]): Promise<ToolAnswer> {
    const { workplace } = this.#work;
    // The last call lacks arguments perhaps, and half an edit must not be made.
    if (stop === "length") return this.#useless("Not done: your turn was too long and has been cut.");
    const tool = this.#tools.get(name);
    if (!tool) return this.#useless(`There is no tool ${name}. The tools are ${[...this.#tools.keys()].join(", ")}.`);
    if (!args) return this.#useless(`The arguments of ${name} are no JSON object: ${raw.slice(0, 200)}`);
    const answer = await tool.call(args, workplace);
    const before = this.#guard.note(name, args, answer.text, this.outcome.turns);
    if (before === undefined) return answer;
    return { text: `The same call brought the same in step ${before}. Do something else.`, isError: true };
  }

  #useless(text: string): ToolAnswer {
    this.#guard.noteUseless();
    return { text, isError: true };
  }

  async #answer({ id, name }: ToolCall, { text, isError }: ToolAnswer, ms: number): Promise<void> {
    this.#messages.push({ role: "tool", callId: id, name, text, isError });
    await this.#work.trace({ kind: "result", step: this.outcome.turns, ms, callId: id, name, isError, text });
  }

  #count(name: string): void {
    const known = this.#tools.has(name) || name === FINISH.name ? name : "unknown";
    this.outcome.calls[known] = (this.outcome.calls[known] ?? 0) + 1;
  }
}

function shortArguments({ args }: ToolCall): string {
  const [first] = Object.values(args ?? {});
  return typeof first === "string" ? ` ${first.replace(/\s+/g, " ").slice(0, 60)}` : "";
}
