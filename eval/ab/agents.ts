import { FaultlineError } from "../../src/kernel/errors.ts";
import { policyAgent } from "../policy/agent.ts";
import { POLICIES } from "../policy/policy.ts";
import type { DebuggingAgent } from "./agent.ts";
import { claudeAgent } from "./claude-agent.ts";
import { openModelAgent } from "./open-model-agent.ts";

const ANTHROPIC = "https://api.anthropic.com";
const GOOGLE = "https://generativelanguage.googleapis.com";
const LLAMA = "http://127.0.0.1:8080";

/** The agents of some names; `policies` stands for all scripted ones. */
export function agentsNamed(names: readonly string[], modelUrl: string | undefined, env: NodeJS.ProcessEnv) {
  return names.flatMap((name) => agentsOf(name, modelUrl, env));
}

function agentsOf(name: string, modelUrl: string | undefined, env: NodeJS.ProcessEnv): DebuggingAgent[] {
  if (name === "policies") return POLICIES.map(policyAgent);
  const [kind = "", ...rest] = name.split(":");
  const model = rest.length === 0 ? undefined : rest.join(":");
  if (kind === "policy") {
    const policy = POLICIES.find((one) => one.name === model);
    if (policy) return [policyAgent(policy)];
    throw unknownAgent(name, `policies: ${POLICIES.map((one) => one.name).join(", ")}`);
  }
  if (kind === "claude")
    return [claudeAgent(wanted(model, name), modelUrl ?? ANTHROPIC, keyIn(env, "ANTHROPIC_API_KEY"))];
  if (kind === "local") return [openModelAgent({ provider: "local", url: modelUrl ?? LLAMA, model, key: undefined })];
  if (kind === "gemini") {
    const key = keyIn(env, "GEMINI_API_KEY");
    return [openModelAgent({ provider: "gemini", url: modelUrl ?? GOOGLE, model: wanted(model, name), key })];
  }
  throw unknownAgent(name, "policies, policy:NAME, claude:MODEL, local[:MODEL], gemini:MODEL");
}

/** Where the model of an agent is asked, if it has a real one. */
export function serverOf(agent: DebuggingAgent): string[] {
  return agent.simulated || agent.server === undefined ? [] : [agent.server];
}

function wanted(model: string | undefined, name: string): string {
  if (model !== undefined && model !== "") return model;
  throw new FaultlineError("bad-request", `${name} wants a model`, { hint: `${name}:MODEL` });
}

function keyIn(env: NodeJS.ProcessEnv, variable: string): string {
  const key = env[variable];
  if (key) return key;
  throw new FaultlineError("bad-request", `${variable} is not set`);
}

function unknownAgent(name: string, hint: string): FaultlineError {
  return new FaultlineError("bad-request", `there is no agent ${name}`, { hint });
}
