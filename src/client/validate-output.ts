import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
import { InvalidOutputFailure } from "./call-failure.ts";
import type { ToolOutput } from "./caller.ts";
import type { Mechanism } from "./mechanism.ts";
import type { Schema } from "./schema.ts";

const validators = new CfWorkerJsonSchemaValidator();

/**
 * Refuses results that do not keep to the `outputSchema` with which the tool was listed when the agent began: that is the
 * shape that its task was written for. A result that can be mended is.
 */
export const validateOutput: Mechanism = (next, { client }) => {
  const mistakes = new Map(
    client.tools.map(({ name, outputSchema }) => [name, outputSchema && mistakeFinder(outputSchema)]),
  );
  return (request) => {
    const mistakeIn = mistakes.get(request.tool);
    if (!mistakeIn) return next(request);
    const check = async (output: ToolOutput) => {
      const mistake = mistakeIn(output);
      if (mistake === undefined) return output;
      const mended = await request.repair?.(output);
      if (mended !== undefined && mistakeIn(mended) === undefined) return mended;
      throw new InvalidOutputFailure(`the result of ${request.tool} is not of its shape: ${mistake}`);
    };
    return next({ ...request, checks: [...request.checks, check] });
  };
};

function mistakeFinder(schema: Schema): (output: ToolOutput) => string | undefined {
  const validate = validators.getValidator(schema);
  return (output) => {
    const { valid, errorMessage } = validate(output);
    return valid ? undefined : errorMessage;
  };
}
