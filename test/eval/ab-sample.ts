import type { SessionResult } from "../../eval/ab/result.ts";

/** A result such as a run leaves, with what a test is about in it. */
export function resultOf(own: Partial<SessionResult>): SessionResult {
  return {
    schema: 1,
    case: "youtube-dl/8",
    arm: "A",
    agent: "claude",
    repetition: 1,
    simulated: false,
    record: {
      tokens: { input: 1000, output: 100, cached: 0, counter: "server" },
      turns: 4,
      cost: 0.02,
      seconds: 12,
      injectedBytes: 0,
      toolCalls: { Bash: 3 },
      finalMessage: "Done.",
      ended: "finished",
    },
    judged: { verdict: "fixed", reason: "all tests pass", suspicions: [] },
    leaks: [],
    isolation: "namespaces",
    changedLines: 3,
    ...own,
  };
}
