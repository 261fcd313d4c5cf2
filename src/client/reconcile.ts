import { CallFailure, InvalidOutputFailure, ProtocolFailure } from "./call-failure.ts";
import type { CallRequest, Mechanism } from "./mechanism.ts";
import { findRenames, type Renames, toNew, toOld, type Unclear } from "./renames.ts";
import type { ToolInfo } from "./tool-info.ts";

/** What has become of a tool since the agent began. */
interface Change {
  args: { renames: Renames; unclear: Unclear };
  output: { renames: Renames; unclear: Unclear };
}

const INVALID_PARAMS = -32_602;

/**
 * Goes along when arguments or fields of results are renamed: when arguments are refused, a result has another shape or
 * the server says so, it lists the tools again, compares with the list it began with, and maps the names both ways. Where
 * it is not clear what became of a name, it says so instead of guessing.
 */
export const reconcile: Mechanism = (next, { client }) => {
  const original = byName(client.tools);
  let current = original;
  const look = async () => {
    try {
      current = byName(await client.listTools());
    } catch (error) {
      // Without a list nothing more is known; what made us ask is still told.
      if (!(error instanceof CallFailure)) throw error;
    }
  };
  const changeOf = (tool: string) => compare(original.get(tool), current.get(tool));
  const adapted = (request: CallRequest): CallRequest => {
    const { args, output } = changeOf(request.tool);
    return {
      ...request,
      args: toNew(request.args, args.renames),
      checks: [(given) => toOld(given, output.renames), ...request.checks],
      repair: async (given) => {
        await look();
        const { renames, unclear } = changeOf(request.tool).output;
        if (unclear.length > 0) throw new InvalidOutputFailure(lost(request.tool, unclear), true);
        return toOld(given, renames);
      },
    };
  };
  return async (request) => {
    if (client.toolsChanged) await look();
    const tried = adapted(request);
    try {
      return await next(tried);
    } catch (error) {
      if (!(error instanceof ProtocolFailure) || error.code !== INVALID_PARAMS) throw error;
      await look();
      const { unclear } = changeOf(request.tool).args;
      if (unclear.length > 0) throw new ProtocolFailure(error.code, `${error.message}; ${lost(request.tool, unclear)}`);
      const again = adapted(request);
      if (JSON.stringify(again.args) === JSON.stringify(tried.args)) throw error;
      return await next(again);
    }
  };
};

function byName(tools: readonly ToolInfo[]): Map<string, ToolInfo> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function compare(before: ToolInfo | undefined, now: ToolInfo | undefined): Change {
  return {
    args: findRenames(before?.inputSchema, now?.inputSchema),
    output: findRenames(before?.outputSchema, now?.outputSchema),
  };
}

function lost(tool: string, unclear: Unclear): string {
  return `${tool} no longer has ${unclear.join(", ")}, and it is not clear what has taken their place`;
}
