import type { ToolCall } from "../agent/provider.ts";
import { TIMEOUT_MS } from "../client/agents.ts";
import { CallFailure } from "../client/call-failure.ts";
import type { Client } from "../client/client.ts";
import { canonical } from "../kernel/canonical.ts";

interface Repeats {
  call: number;
  attempt: number;
  failed: boolean;
}

/** What a model is told of a call. */
export interface CallText {
  text: string;
  isError: boolean;
}

/**
 * Carries out a model's calls with the client alone: no mechanism between, the model has to cope. A call that repeats
 * one that failed, apart from its idempotency key, counts as a further attempt of it.
 */
export class ModelCalls {
  readonly #client: Client;
  readonly #seen = new Map<string, Repeats>();
  #calls = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  async make({ name, args, raw }: ToolCall): Promise<CallText> {
    const tool = this.#client.tools.find((each) => each.name === name);
    if (!tool) {
      const names = this.#client.tools.map((each) => each.name);
      return { text: `There is no tool ${name}. The tools are: ${names.join(", ")}.`, isError: true };
    }
    if (!args) return { text: `The arguments of ${name} are no JSON object: ${raw.slice(0, 200)}`, isError: true };
    const repeats = this.#repeatsOf(name, args);
    try {
      const { call, attempt } = repeats;
      const options = { timeoutMs: TIMEOUT_MS, call, attempt, write: !tool.readOnly };
      const output = await this.#client.attempt(name, args, options);
      repeats.failed = false;
      return { text: JSON.stringify(output), isError: false };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      repeats.failed = true;
      return { text: `${name} failed: ${error.message}`, isError: true };
    }
  }

  #repeatsOf(tool: string, { idempotency_key: _, ...args }: Record<string, unknown>): Repeats {
    const key = canonical([tool, args]);
    const last = this.#seen.get(key);
    if (last?.failed) {
      last.attempt += 1;
      return last;
    }
    this.#calls += 1;
    const first = { call: this.#calls, attempt: 1, failed: false };
    this.#seen.set(key, first);
    return first;
  }
}
