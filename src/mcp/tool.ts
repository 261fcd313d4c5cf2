import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import type * as z from "zod";
import type { Call, Engine } from "../debugging/engine.ts";
import type { Answer } from "../debugging/reports.ts";
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
        inputSchema: input,
        outputSchema: output,
        annotations: runsTests ? testRunning : readOnly,
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

/** Faultline changes nothing; what the tests of the project do, which may be anything, happens once more. */
const testRunning = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
