import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import type * as z from "zod";
import type { Call, Engine } from "../debugging/engine.ts";
import type { Answer } from "../debugging/reports.ts";
import { advertised } from "./advertised.ts";
import type { Desk } from "./desk.ts";

/** What every tool can be asked besides its own fields. */
interface CommonInput {
  budget_tokens: number;
  deadline_seconds: number;
}

export interface ToolDefinition<I extends CommonInput, A extends Answer> {
  name: string;
  title: string;
  /** What it does, when to use it rather than its siblings, what comes back, which errors. */
  description: string;
  /** A few words by which a client that loads tools on demand finds it. */
  searchHint: string;
  /** Whether such a client is to load it from the start, as it would else hardly ever be thought of in time. */
  loadFirst?: boolean;
  input: z.ZodType<I>;
  output: z.ZodType;
  /** Whether it runs tests of the project: such calls wait for their turn, and are not read-only. */
  runsTests: boolean;
  run: (engine: Engine, input: I, call: Call) => Promise<A>;
}

export interface Tool {
  name: string;
  register: (server: McpServer, desk: Desk) => void;
}

/** Makes a tool of what it consists of. */
export function defineTool<I extends CommonInput, A extends Answer>(definition: ToolDefinition<I, A>): Tool {
  const { name, title, description, input, output, runsTests } = definition;
  return {
    name,
    register(server, desk) {
      const config = {
        title,
        description,
        inputSchema: advertised(input),
        outputSchema: advertised(output),
        annotations: runsTests ? testRunning : readOnly,
        _meta: claudeCodeHints(definition),
      };
      server.registerTool(name, config, (given: I, context: ServerContext) =>
        desk.answer(
          {
            tool: name,
            runsTests,
            seconds: given.deadline_seconds,
            budgetTokens: given.budget_tokens,
            run: (engine, call) => definition.run(engine, given, call),
          },
          context.mcpReq,
        ),
      );
    },
  };
}

/** What Claude Code knows of, besides the protocol; others pass over it. */
function claudeCodeHints({ searchHint, loadFirst = false }: { searchHint: string; loadFirst?: boolean }) {
  return { "anthropic/searchHint": searchHint, ...(loadFirst ? { "anthropic/alwaysLoad": true } : {}) };
}

/** Faultline changes nothing; what the tests of the project do, which may be anything, happens once more. */
const testRunning = { readOnlyHint: false, destructiveHint: false };

const readOnly = { readOnlyHint: true, openWorldHint: false };
