import { comparePairs, type Paired } from "../trial/paired.ts";
import { type BenchProfile, type BenchRecord, missingOf } from "./bench-record.ts";
import type { Job, Matrix } from "./matrix.ts";
import type { SessionResult } from "./session-result.ts";
import { hasPassed, type Tally, tallyOf } from "./tally.ts";

/** What `bench.json` holds and the other reports show: no wall-clock time, so that two runs compare equal. */
export interface Summary {
  v: 1;
  version: string;
  model: string | undefined;
  matrix: Matrix;
  /** Sessions that were never tried, since the benchmark was called off. */
  missing: number;
  problems: { job: Job; problem: string }[];
  /** How many negative controls held. */
  controls: number;
  profiles: ProfileSummary[];
  /** Each profile with each agent. */
  cells: ({ profile: string; agent: string } & Tally)[];
  agents: AgentSummary[];
  pairs: Pair[];
}

interface ProfileSummary extends BenchProfile {
  /** Rule → in how many sessions it landed; 0 shows that it was never put to the test. */
  landed: Record<string, number>;
}

interface AgentSummary {
  agent: string;
  /** All profiles with rules together. */
  underFaults: Tally;
  /** The same by task. */
  tasks: Record<string, Tally>;
}

/** Two agents in the sessions of one profile in which both met a fault (all, where the profile has no rules). */
export interface Pair extends Paired {
  profile: string;
  agent: string;
  other: string;
}

/** The agent that others are compared with, where it takes part. */
const best = "resilient";

export function summarise(record: BenchRecord): Summary {
  const { matrix, results, profiles } = record;
  const faulty = new Set(profiles.filter(({ rules }) => rules.length > 0).map(({ name }) => name));
  const under = results.filter(({ profile }) => faulty.has(profile));
  return {
    v: 1,
    version: record.version,
    model: record.model,
    matrix,
    missing: missingOf(record),
    problems: record.problems,
    controls: record.controls,
    profiles: profiles.map((profile) => ({ ...profile, landed: landedIn(results, profile) })),
    cells: matrix.profiles.flatMap((profile) =>
      matrix.agents.map((agent) => ({
        profile,
        agent,
        ...tallyOf(results.filter((result) => result.profile === profile && result.agent === agent)),
      })),
    ),
    agents: matrix.agents.map((agent) => agentSummary(agent, matrix.tasks, under)),
    pairs: matrix.profiles.flatMap((profile) => pairsOf(profile, matrix.agents, results)),
  };
}

function landedIn(results: readonly SessionResult[], { name, rules }: BenchProfile): Record<string, number> {
  const of = results.filter(({ profile }) => profile === name);
  return Object.fromEntries(rules.map((rule) => [rule, of.filter(({ fired }) => (fired[rule] ?? 0) > 0).length]));
}

function agentSummary(agent: string, tasks: readonly string[], under: readonly SessionResult[]): AgentSummary {
  const own = under.filter((result) => result.agent === agent);
  return {
    agent,
    underFaults: tallyOf(own),
    tasks: Object.fromEntries(tasks.map((task) => [task, tallyOf(own.filter((result) => result.task === task))])),
  };
}

function pairsOf(profile: string, agents: readonly string[], results: readonly SessionResult[]): Pair[] {
  const agent = agents.includes(best) ? best : agents[0];
  if (agent === undefined) return [];
  const met = new Map(
    results
      .filter((result) => result.profile === profile && !result.void)
      .map((result) => [sessionKey(result.agent, result), result]),
  );
  return agents
    .filter((other) => other !== agent)
    .map((other) => {
      const pairs = [...met.values()].flatMap((first) => {
        const second = first.agent === agent ? met.get(sessionKey(other, first)) : undefined;
        return second ? [[hasPassed(first), hasPassed(second)] as const] : [];
      });
      return { profile, agent, other, ...comparePairs(pairs) };
    });
}

function sessionKey(agent: string, { task, iteration }: SessionResult): string {
  return JSON.stringify([agent, task, iteration]);
}
