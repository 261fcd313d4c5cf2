import type { Provider } from "../agent/provider.ts";
import { makeCaller } from "../client/agents.ts";
import type { Attempt } from "../client/attempt.ts";
import type { Client } from "../client/client.ts";
import { createEngine } from "../faults/engine.ts";
import type { Profile } from "../faults/rule.ts";
import type { FaultSource } from "../faults/source.ts";
import { FaultlineError } from "../kernel/errors.ts";
import { randomFor } from "../kernel/random.ts";
import type { NetworkState } from "../network/state.ts";
import { makeNetwork } from "../network/world.ts";
import type { Event } from "../proxy/events.ts";
import { httpStage } from "./http-stage.ts";
import { type Ending, judgeSession } from "./judge.ts";
import { LLM_AGENT_NAMES, workWithModel } from "./llm-agent.ts";
import { memoryStage } from "./memory-stage.ts";
import { play } from "./play.ts";
import { type Programs, programStage } from "./program-stage.ts";
import type { SessionResult } from "./session-result.ts";
import type { Stage } from "./stage.ts";
import type { Assignment } from "./task.ts";
import { taskNamed } from "./tasks.ts";

export interface SessionRequest {
  profile: Profile;
  /** A name of `AGENT_NAMES`, or one of `LLM_AGENT_NAMES`, which needs `model`. */
  agent: string;
  task: string;
  /** From 0. */
  iteration: number;
  /**
   * In this process on simulated time; in this process over real connections of Streamable HTTP; or with the real proxy
   * and the real server as programs.
   */
  over: "memory" | "http" | Programs;
  model?: Provider;
  /** Instead of the profile's rules, in this process: for replay and shrinking. */
  source?: FaultSource;
  signal?: AbortSignal;
}

export interface Session {
  result: SessionResult;
  ending: Ending;
  attempts: Attempt[];
  events: Event[];
}

/**
 * The seed of a session: the profile's seed, task and iteration decide it, so that all agents meet the same network and
 * faults. The profile's name does not, so that a profile made from a session's faults gives that session again.
 */
export function sessionSeed(profile: Pick<Profile, "seed">, task: string, iteration: number): number {
  return randomFor(profile.seed, "session", task, iteration).below(2 ** 31);
}

/** The work that belongs to the seed of a session, in the network of that seed. */
export function assignmentOf(task: string, seed: number) {
  const network = makeNetwork(seed);
  return { network, assignment: taskNamed(task).assign(network, randomFor(seed, "assignment")) };
}

/**
 * Lets one agent do one task in one network under one profile, and judges it.
 *
 * @throws FaultlineError `bad-request` for an unknown agent or task; what `play` and `workWithModel` throw
 */
export async function runSession(request: SessionRequest): Promise<Session> {
  const { profile, agent, task, iteration } = request;
  const seed = sessionSeed(profile, task, iteration);
  const { network, assignment } = assignmentOf(task, seed);
  const stage = await stageFor(request, network, seed);
  const played = await play(stage, (client) => work(request, assignment, stage, client, seed), request.signal);
  const { events } = played;
  const judgement = judgeSession({ ...played, assignment, before: network });
  const result: SessionResult = {
    v: 1,
    profile: profile.name,
    agent,
    task,
    iteration,
    profileSeed: profile.seed,
    seed,
    ...judgement,
    tookMs: played.tookMs,
  };
  return { result, ending: played.ending, attempts: played.attempts, events };
}

async function stageFor(
  { profile, over, source }: SessionRequest,
  network: NetworkState,
  seed: number,
): Promise<Stage> {
  if (typeof over === "object") return programStage(network, seed, over);
  const local = { network, source: source ?? createEngine(profile, seed), profile: profile.name, seed };
  return over === "memory" ? memoryStage(local) : httpStage(local);
}

/** @throws FaultlineError, CallFailure */
async function work(
  { agent, model, signal }: SessionRequest,
  assignment: Assignment,
  { clock, during }: Stage,
  client: Client,
  seed: number,
): Promise<Ending> {
  if (!LLM_AGENT_NAMES.includes(agent)) {
    return { answer: await assignment.run(makeCaller(agent, client, clock, seed)) };
  }
  if (!model) throw new FaultlineError("bad-request", `the agent ${agent} needs a model`, { hint: "give --model" });
  return await workWithModel({ agent, model, client, assignment, during, ...(signal ? { signal } : {}) });
}
