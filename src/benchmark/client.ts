import type { Clock } from "../kernel/clock.ts";
import type { Attempt } from "./attempt.ts";
import type { ToolOutput } from "./caller.ts";
import type { Dial } from "./link.ts";

/** A tool as the server lists it. */
export interface ToolInfo {
  name: string;
  description: string;
  /** JSON Schemas. */
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown> | undefined;
  /** From the `readOnlyHint`: whether a call leaves the server's state as it is. */
  readOnly: boolean;
}

export interface AttemptOptions {
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
  /** Records an attempt that was not sent at all. */
  skip(tool: string, args: Record<string, unknown>, options: AttemptOptions, reason: string): void;
  /** Asks for the list of tools. */
  listTools(): Promise<readonly ToolInfo[]>;
  /** The list as it was last given. */
  readonly tools: readonly ToolInfo[];
  /** Whether the server answers a ping within that time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Gives the connection up; the next request opens another. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects, initialises and lists the tools.
 *
 * @throws CallFailure where that fails
 */
export declare function connect(dial: Dial, clock: Clock, record: (attempt: Attempt) => void): Promise<Client>;
