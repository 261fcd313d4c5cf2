import type { Clock } from "../kernel/clock.ts";
import type { Attempt } from "./attempt.ts";
import { CallFailure, DisconnectedFailure, type RefusedFailure } from "./call-failure.ts";
import type { ToolOutput } from "./caller.ts";
import { type Connection, type Ids, openConnection, type RequestOptions } from "./connection.ts";
import type { Dial } from "./link.ts";
import { readToolPage, readToolResult, type ToolInfo } from "./tool-info.ts";

interface AttemptOptions {
  timeoutMs: number;
  /** Number of the call of the task, and of the try in it, both from 1. */
  call: number;
  attempt: number;
  write: boolean;
  /** `_meta` of the request. */
  meta?: Record<string, unknown>;
  /**
   * Looks at what came before the attempt counts as good; gives what the caller gets.
   *
   * @throws CallFailure when it is not to be used
   */
  accept?: (output: ToolOutput) => ToolOutput | Promise<ToolOutput>;
}

/** A client of one MCP server. A connection that broke is opened again with the next request. */
export interface Client {
  /**
   * Sends one `tools/call` and records it.
   *
   * @throws CallFailure of the class that says what went wrong
   */
  attempt(tool: string, args: Record<string, unknown>, options: AttemptOptions): Promise<ToolOutput>;
  /** Records a try that the agent did not let out, and gives the failure to throw. */
  refuse(
    tool: string,
    args: Record<string, unknown>,
    options: Pick<AttemptOptions, "call" | "attempt" | "write">,
    failure: RefusedFailure,
  ): RefusedFailure;
  /** Asks for the list of tools. */
  listTools(): Promise<readonly ToolInfo[]>;
  /** The list as it was last given. */
  readonly tools: readonly ToolInfo[];
  /** The server has said since then that the list has changed. */
  readonly toolsChanged: boolean;
  /** Whether the server answers a ping within that time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Gives the connection up; the next request opens another. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that a client waits for what is no call of a tool. */
const HOUSEKEEPING_MS = 10_000;

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "faultline", version: "1" },
};

/**
 * Connects, initialises and lists the tools.
 *
 * @throws CallFailure where that fails
 */
export async function connect(dial: Dial, clock: Clock, record: (attempt: Attempt) => void): Promise<Client> {
  const client = new NetworkClient(dial, clock, record);
  try {
    await client.listTools();
  } catch (error) {
    await client.close();
    throw error;
  }
  return client;
}

class NetworkClient implements Client {
  tools: readonly ToolInfo[] = [];
  toolsChanged = false;
  readonly #dial: Dial;
  readonly #clock: Clock;
  readonly #record: (attempt: Attempt) => void;
  readonly #ids: Ids = { last: 0 };
  #connection: Promise<Connection> | undefined;

  constructor(dial: Dial, clock: Clock, record: (attempt: Attempt) => void) {
    this.#dial = dial;
    this.#clock = clock;
    this.#record = record;
  }

  async attempt(tool: string, args: Record<string, unknown>, options: AttemptOptions): Promise<ToolOutput> {
    const startMs = this.#clock.now();
    let id: number | null = null;
    const note = (failure: CallFailure | undefined) => this.#note(tool, args, options, { id, startMs, failure });
    const sending = (given: number) => {
      id = given;
    };
    try {
      const params = { name: tool, arguments: args, ...(options.meta && { _meta: options.meta }) };
      const result = await this.#request("tools/call", params, { timeoutMs: options.timeoutMs, sending });
      const output = readToolResult(result);
      const accepted = options.accept ? await options.accept(output) : output;
      note(undefined);
      return accepted;
    } catch (error) {
      if (error instanceof CallFailure) note(error);
      throw error;
    }
  }

  refuse(...[tool, args, options, failure]: Parameters<Client["refuse"]>): RefusedFailure {
    this.#note(tool, args, options, { id: null, startMs: this.#clock.now(), failure });
    return failure;
  }

  async listTools(): Promise<readonly ToolInfo[]> {
    this.toolsChanged = false;
    const tools: ToolInfo[] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = readToolPage(await this.#request("tools/list", params, { timeoutMs: HOUSEKEEPING_MS }));
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    this.tools = tools;
    return tools;
  }

  async ping(timeoutMs: number): Promise<boolean> {
    try {
      await this.#request("ping", {}, { timeoutMs });
      return true;
    } catch (error) {
      if (error instanceof CallFailure) return false;
      throw error;
    }
  }

  async drop(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    // One that could not be opened has been closed.
    await (await connection?.catch(() => undefined))?.close();
  }

  close(): Promise<void> {
    return this.drop();
  }

  async #request(method: string, params: Record<string, unknown>, options: RequestOptions) {
    const connection = await this.#connected();
    return connection.request(method, params, options);
  }

  /** The connection in use, or a new one: several requests at once wait for the same. */
  async #connected(): Promise<Connection> {
    const current = this.#connection;
    if (current && (await current.catch(() => undefined))?.open) return current;
    if (this.#connection === current) this.#connection = this.#open();
    return this.#connection ?? Promise.reject(new DisconnectedFailure("the connection was given up"));
  }

  async #open(): Promise<Connection> {
    const connection = await openConnection(this.#dial, this.#clock, this.#ids, (method) => {
      if (method === "notifications/tools/list_changed") this.toolsChanged = true;
    });
    try {
      await connection.request("initialize", INITIALIZE, { timeoutMs: HOUSEKEEPING_MS });
    } catch (error) {
      await connection.close();
      throw error;
    }
    connection.notify("notifications/initialized");
    return connection;
  }

  #note(
    tool: string,
    args: Record<string, unknown>,
    { call, attempt, write }: Pick<AttemptOptions, "call" | "attempt" | "write">,
    { id, startMs, failure }: { id: number | null; startMs: number; failure: CallFailure | undefined },
  ): void {
    this.#record({
      v: 1,
      id,
      tool,
      call,
      attempt,
      write,
      args,
      startMs,
      endMs: this.#clock.now(),
      outcome: failure?.outcome ?? "ok",
      ...(failure && { message: failure.message.split("\n", 1)[0] }),
    });
  }
}
