/** What a tool gave: its `structuredContent`. */
export type ToolOutput = Record<string, unknown>;

/** The call boundary: all that tasks know of tools, and all that agents differ in. */
export interface Caller {
  /**
   * Calls a tool once, as a task sees it; an agent may try several times below.
   *
   * @throws CallFailure when the agent gives up
   */
  call(tool: string, args: Record<string, unknown>): Promise<ToolOutput>;
}
