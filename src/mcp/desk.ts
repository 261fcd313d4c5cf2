import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { Call, Engine } from "../debugging/engine.ts";
import type { Answer } from "../debugging/reports.ts";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { logLine } from "../kernel/log.ts";
import { redact } from "../kernel/redact.ts";
import { progressOf } from "./progress.ts";
import { Turns } from "./turns.ts";

type Request = ServerContext["mcpReq"];

/** One call of a tool. */
export interface Order {
  tool: string;
  runsTests: boolean;
  /** For the whole call, waiting included. */
  seconds: number;
  budgetTokens: number;
  run: (engine: Engine, call: Call) => Promise<Answer>;
}

/** Test runs at once. */
const AT_ONCE = 2;

/**
 * Where the calls of all clients of one server arrive: it lets them wait for their turn, keeps their deadlines, tells
 * them apart and knows when all have ended.
 */
export class Desk {
  readonly #engine: () => Promise<Engine>;
  readonly #turns = new Turns(AT_ONCE);
  /** The calls that go on, each with what ends it. A signal shared by all would keep something of each for ever. */
  readonly #open = new Map<AbortController, Promise<unknown>>();
  readonly #listeners = new Set<() => void>();
  #closing = false;

  /** @param engine asked for at each call; what it throws is that call's answer */
  constructor(engine: () => Promise<Engine>) {
    this.#engine = engine;
  }

  /** What is investigated. */
  engine(): Promise<Engine> {
    return this.#engine();
  }

  /** Calls `listener` whenever there is new evidence; gives a function that ends this. */
  onEvidence(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Carries out one call of a tool. Never rejects: what goes wrong is a result that says so in one line. */
  async answer(order: Order, request: Request): Promise<CallToolResult> {
    const controller = new AbortController();
    const cancel = () => controller.abort();
    request.signal.addEventListener("abort", cancel, { once: true });
    if (request.signal.aborted || this.#closing) cancel();
    const work = this.#carryOut(order, request, controller.signal).catch((error: unknown) =>
      failed(order.tool, this.#endedFor(request) ?? error),
    );
    this.#open.set(controller, work);
    try {
      return await work;
    } finally {
      this.#open.delete(controller);
    }
  }

  /** Ends all calls, and with them what they run; resolves once that has ended and the answers are on their way. */
  async close(): Promise<void> {
    this.#closing = true;
    const calls = [...this.#open];
    for (const [controller] of calls) controller.abort();
    await Promise.allSettled(calls.map(([, work]) => work));
    // Who waits for an answer hands it on in promises of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async #carryOut(order: Order, request: Request, signal: AbortSignal): Promise<CallToolResult> {
    const ends = Date.now() + order.seconds * 1000;
    const progress = progressOf(request);
    try {
      const engine = await this.#engine();
      if (order.runsTests) await this.#wait(order, ends, signal, progress.report);
      try {
        const call = {
          deadline: Math.max(1, ends - Date.now()),
          budgetTokens: order.budgetTokens,
          signal,
          progress: progress.report,
        };
        const answer = await order.run(engine, call);
        // What was found until then would pass for all that there is.
        signal.throwIfAborted();
        return this.#result(answer);
      } finally {
        if (order.runsTests) this.#turns.end();
      }
    } finally {
      progress.end();
    }
  }

  async #wait(order: Order, ends: number, signal: AbortSignal, report: Call["progress"]): Promise<void> {
    const { ahead } = this.#turns;
    if (ahead > 0)
      report?.({ message: `waiting for ${ahead === 1 ? "another test run" : `${ahead} other test runs`}` });
    const timeUp = AbortSignal.timeout(Math.max(1, ends - Date.now()));
    if (await this.#turns.begin(AbortSignal.any([signal, timeUp]))) return;
    signal.throwIfAborted();
    throw new FaultlineError("process-failed", `nothing ran: other test runs took all of the ${order.seconds} s`, {
      hint: "call again, or with more deadline_seconds",
    });
  }

  /** Why a call was ended from outside, if it was: whatever it threw then is only the consequence. */
  #endedFor(request: Request): FaultlineError | undefined {
    if (this.#closing) {
      return new FaultlineError("process-failed", "the server is ending, and the call with it");
    }
    return request.signal.aborted ? new FaultlineError("process-failed", "the call was cancelled") : undefined;
  }

  #result(answer: Answer): CallToolResult {
    if (answer.omitted.length > 0 || "evidence" in answer) for (const listener of this.#listeners) listener();
    return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  }
}

function failed(tool: string, error: unknown): CallToolResult {
  // A parameter in a node id, or what a program printed, may be a secret.
  return { content: [{ type: "text", text: redact(oneLine(tool, error)) }], isError: true };
}

function oneLine(tool: string, error: unknown): string {
  if (error instanceof FaultlineError && error.code !== "internal") {
    return error.hint ? `${describeError(error)} (${error.hint})` : describeError(error);
  }
  logLine(`mcp ${tool}`, error instanceof Error ? (error.stack ?? error.message) : String(error));
  return `internal error: ${describeError(error)}`;
}
