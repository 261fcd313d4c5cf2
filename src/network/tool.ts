import { z } from "zod";
import type { NetworkState } from "./state.ts";

/** A tool of the mock server. */
export interface NetworkTool {
  name: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Whether it adds to the network. */
  write: boolean;
  run(state: NetworkState, args: Record<string, unknown>): Record<string, unknown>;
}

/** What a tool says when it cannot do what it is asked; the client gets it as a result with `isError`. */
export class ToolRefusal extends Error {}

const asOf = z.number().int().describe("Revision of the network that this answer shows; higher in every later answer");

/**
 * Makes a tool of what it consists of. Arguments come validated; `as_of` is added to what `run` gives.
 *
 * @throws ToolRefusal (run) for what does not exist or cannot be done
 */
export function networkTool<I extends z.ZodRawShape, O extends z.ZodRawShape>(definition: {
  name: string;
  description: string;
  input: I;
  output: O;
  write?: boolean;
  run: (state: NetworkState, args: z.infer<z.ZodObject<I>>) => z.infer<z.ZodObject<O>>;
}): NetworkTool {
  const { name, description, write = false } = definition;
  return {
    name,
    description,
    input: z.object(definition.input),
    output: z.object({ ...definition.output, as_of: asOf }),
    write,
    run: (state, args) => {
      state.revision += 1;
      // The server has validated the arguments against `input`.
      const given = args as z.infer<z.ZodObject<I>>;
      return { ...definition.run(state, given), as_of: state.revision };
    },
  };
}

/**
 * The one record with this id.
 *
 * @throws ToolRefusal where there is none
 */
export function found<T>(records: readonly T[], what: string, id: string, idOf: (record: T) => string): T {
  const record = records.find((each) => idOf(each) === id);
  if (record === undefined) throw new ToolRefusal(`${what} ${id} does not exist`);
  return record;
}
