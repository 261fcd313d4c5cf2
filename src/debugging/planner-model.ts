import type { Facts, PlannedStep } from "./planner.ts";

/** A local model that may choose the next step. */
export interface PlannerModel {
  /** Base of an OpenAI-compatible server on loopback, such as `http://127.0.0.1:8080/v1`. */
  url: string;
}

export interface Choice {
  step: PlannedStep | undefined;
  /** One clause on who chose, where a model was asked. */
  note: string | undefined;
}

/** The model that `FAULTLINE_PLANNER_URL` names; undefined where it is not set. */
export function plannerModel(env: NodeJS.ProcessEnv): PlannerModel | undefined {
  const url = env["FAULTLINE_PLANNER_URL"];
  return url ? { url } : undefined;
}

/** The next step: by the rules the first of `steps`; a model may choose another one of them. Never throws. */
export async function chooseStep(
  steps: readonly PlannedStep[],
  _facts: Facts,
  _model: PlannerModel | undefined,
  _signal?: AbortSignal,
): Promise<Choice> {
  return { step: steps[0], note: undefined };
}
