import * as z from "zod";
import { describeError } from "../kernel/errors.ts";
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

/** Milliseconds that a model has to answer in, if so much is left. */
const patience = 10_000;
/** Of the time left, at most this part is spent on asking. */
const patienceShare = 0.1;
const replyBytes = 100_000;

const Reply = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
const Decision = z.object({ step: z.string() });

/** The model that `FAULTLINE_PLANNER_URL` names; undefined where it is not set. The tests do not see the variable. */
export function plannerModel(env: NodeJS.ProcessEnv): PlannerModel | undefined {
  const url = env["FAULTLINE_PLANNER_URL"];
  return url ? { url } : undefined;
}

/**
 * The next step: by the rules the first of `steps`. A model, where there is one, may choose another one of them by its
 * id; it decides nothing else. Whatever goes wrong with it, the rules decide, and the note says so. Never throws.
 */
export async function chooseStep(
  steps: readonly PlannedStep[],
  facts: Facts,
  model: PlannerModel | undefined,
  signal?: AbortSignal,
): Promise<Choice> {
  const [first] = steps;
  // Nothing to choose is nothing to ask.
  if (!model || steps.length < 2) return { step: first, note: undefined };
  try {
    const id = await ask(model, steps, facts, signal);
    const step = steps.find((candidate) => candidate.id === id);
    if (!step) return { step: first, note: "the planner model named no step of the plan: the rules chose" };
    return { step, note: `the planner model chose ${step.kind}` };
  } catch (error) {
    return { step: first, note: `the planner model was of no help (${why(error)}): the rules chose` };
  }
}

async function ask(
  model: PlannerModel,
  steps: readonly PlannedStep[],
  facts: Facts,
  signal: AbortSignal | undefined,
): Promise<string> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.min(patience, facts.left * patienceShare)));
  const response = await fetch(endpoint(model.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question(steps, facts)),
    // A redirect could lead away from this machine.
    redirect: "error",
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
  });
  if (!response.ok) throw new Error(`it answered with status ${response.status}`);
  const content = Reply.parse(JSON.parse(await readBounded(response))).choices[0]?.message.content ?? "";
  return Decision.parse(JSON.parse(content)).step;
}

/** @throws Error for an address that is not of this machine: what is known of the project must not leave it */
function endpoint(base: string): URL {
  if (!URL.canParse(base)) throw new Error("its address is no URL");
  const url = new URL(base);
  const local = url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.\d+){3}$/.test(url.hostname);
  if (!local || url.protocol !== "http:") throw new Error("its address is not plain HTTP on loopback");
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
  return url;
}

function question(steps: readonly PlannedStep[], facts: Facts) {
  const ids = steps.map(({ id }) => id);
  return {
    temperature: 0,
    max_tokens: 100,
    messages: [
      {
        role: "system",
        content:
          "A failing Python test is being investigated. Choose the next step by its id. " +
          'Answer with JSON alone: {"step": "<id>"}.',
      },
      { role: "user", content: JSON.stringify({ known: facts, steps }) },
    ],
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "choice",
        strict: true,
        schema: {
          type: "object",
          properties: { step: { type: "string", enum: ids } },
          required: ["step"],
          additionalProperties: false,
        },
      },
    },
  };
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > replyBytes) throw new Error("its answer is too long");
  }
  return text;
}

function why(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return "its answer is not of the agreed form";
  if (error instanceof Error && error.name === "TimeoutError") return "it took too long";
  if (error instanceof Error && error.name === "AbortError") return "cancelled";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return describeError(cause);
}
