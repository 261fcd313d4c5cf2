import * as z from "zod";
import type { ToolSpec } from "./provider.ts";
import { Refusal } from "./refusal.ts";
import type { Workplace } from "./workplace.ts";

/** What a model is told of a call. */
export interface ToolAnswer {
  text: string;
  isError: boolean;
}

/** A tool of the agent. */
export interface AgentTool {
  spec: ToolSpec;
  call(args: Record<string, unknown>, workplace: Workplace): Promise<ToolAnswer>;
}

interface Definition<Shape extends z.ZodObject> {
  name: string;
  description: string;
  args: Shape;
  /** @throws Refusal which the model is told */
  run(args: z.output<Shape>, workplace: Workplace): Promise<string> | string;
}

/** Makes a tool whose arguments are checked against the schema that the model is told. */
export function defineTool<Shape extends z.ZodObject>(definition: Definition<Shape>): AgentTool {
  const { name, description, args: shape, run } = definition;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(shape, { io: "input" });
  return {
    spec: { name, description, inputSchema },
    call: async (given, workplace) => {
      const read = shape.safeParse(given);
      if (!read.success) return { text: problems(name, read.error), isError: true };
      try {
        return { text: await run(read.data, workplace), isError: false };
      } catch (error) {
        if (error instanceof Refusal) return { text: error.message, isError: true };
        // What the file system refuses: a name that is too long, a folder that may not be read, a file as a folder.
        if (error instanceof Error && "syscall" in error) return { text: `${name}: ${error.message}`, isError: true };
        throw error;
      }
    },
  };
}

function problems(name: string, { issues }: z.ZodError): string {
  const told = issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message));
  return `The arguments of ${name} do not fit: ${told.join("; ")}.`;
}
