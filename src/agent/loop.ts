import { FINISH, summaryOf } from "./finish.ts";
import type { Message, ToolCall, Turn } from "./provider.ts";
import { RepetitionGuard, repetitionIn } from "./repetition.ts";
import { runTests } from "./test-run.ts";
import type { AgentTool, ToolAnswer } from "./tool.ts";
import { type Asking, type Cost, type Ending, Turns } from "./turns.ts";
import type { Workplace } from "./workplace.ts";

/** Of all turns together; beyond it the work is over. */
const MOST_TOKENS = 1_000_000;
/** Turns of text alone in a row; a model that goes on like that most likely cannot call tools. */
const MOST_TALK = 4;
/** Stands for a turn in which nothing is said, which would not be sent back. */
const NOTHING = "(nothing)";

export interface Work extends Asking {
  opening: string;
  tools: readonly AgentTool[];
  workplace: Workplace;
  maxTurns: number;
  /** Told of each step in a few words. */
  progress(line: string): void;
}

/** What came of the work, so far. */
interface Course {
  message: string;
  /** The test passes, as seen when the model finished; undefined where nobody looked. */
  passes: boolean | undefined;
  calls: Record<string, number>;
}

export type Outcome = Course & Cost & Ending;

/** Lets a model work with the tools until it finishes, or something stops it. Never throws for what the model does. */
export async function work(given: Work): Promise<Outcome> {
  const loop = new Loop(given);
  const ending = await loop.run();
  const { cost } = loop.turns;
  await given.trace({ kind: "end", step: cost.turns, ...ending });
  return { ...loop.course, ...cost, ...ending };
}

class Loop {
  readonly course: Course = { message: "", passes: undefined, calls: {} };
  readonly turns: Turns;
  readonly #work: Work;
  readonly #messages: Message[];
  readonly #guard = new RepetitionGuard();
  #talk = 0;
  readonly #tools: Map<string, AgentTool>;

  constructor(given: Work) {
    this.#work = given;
    this.#messages = [{ role: "user", text: given.opening }];
    this.#tools = new Map(given.tools.map((tool) => [tool.spec.name, tool]));
    const specs = [...this.#tools.values()].map(({ spec }) => spec);
    this.turns = new Turns(given, [...specs, FINISH], this.#messages);
  }

  async run(): Promise<Ending> {
    const { maxTurns, workplace } = this.#work;
    const { cost } = this.turns;
    while (cost.turns < maxTurns) {
      const turn = await this.turns.next();
      if ("ended" in turn) return turn;
      const ending = await this.#take(turn);
      if (ending) return ending;
      if (workplace.signal.aborted) return { ended: "cancelled" };
      if (this.#talk >= MOST_TALK) {
        return { ended: "stuck", reason: `the model calls no tools: ${MOST_TALK} turns in a row were text alone` };
      }
      if (this.#guard.isStuck) return { ended: "stuck", reason: "the same again and again" };
      const { input, output } = cost.usage;
      if (input + output > MOST_TOKENS) return { ended: "tokens", reason: `more than ${MOST_TOKENS} tokens` };
    }
    return { ended: "turns", reason: `not finished in ${maxTurns} turns` };
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
    if (text !== "") this.course.message = text;
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
    await this.#work.trace({ kind: "note", step: this.turns.cost.turns, text });
  }

  async #finish(call: ToolCall): Promise<Ending | undefined> {
    const { workplace } = this.#work;
    const earlier = this.course.calls[FINISH.name] ?? 0;
    this.#count(call.name);
    this.course.message = summaryOf(call.args) || this.course.message;
    const started = performance.now();
    const { passed, text } = await runTests(workplace.target, workplace);
    this.course.passes = passed;
    if (passed || earlier > 0) return { ended: "finished" };
    const told = `The test does not pass yet:\n${text}\nGo on, or call finish again to leave it at that.`;
    await this.#answer(call, { text: told, isError: true }, performance.now() - started);
    return undefined;
  }

  async #make(call: ToolCall, stop: Turn["stop"]): Promise<undefined> {
    this.#count(call.name);
    this.#work.progress(`step ${this.turns.cost.turns}: ${call.name}${shortArguments(call)}`);
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
    const before = this.#guard.note(name, args, answer.text, this.turns.cost.turns);
    if (before === undefined) return answer;
    return { text: `The same call brought the same in step ${before}. Do something else.`, isError: true };
  }

  #useless(text: string): ToolAnswer {
    this.#guard.noteUseless();
    return { text, isError: true };
  }

  async #answer({ id, name }: ToolCall, { text, isError }: ToolAnswer, ms: number): Promise<void> {
    this.#messages.push({ role: "tool", callId: id, name, text, isError });
    await this.#work.trace({ kind: "result", step: this.turns.cost.turns, ms, callId: id, name, isError, text });
  }

  #count(name: string): void {
    const known = this.#tools.has(name) || name === FINISH.name ? name : "unknown";
    this.course.calls[known] = (this.course.calls[known] ?? 0) + 1;
  }
}

function shortArguments({ args }: ToolCall): string {
  const [first] = Object.values(args ?? {});
  return typeof first === "string" ? ` ${first.replace(/\s+/g, " ").slice(0, 60)}` : "";
}
