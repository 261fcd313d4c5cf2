import { callId, type Turn } from "./messages.ts";
import type { Move } from "./moves.ts";
import { nextTurn } from "./next-turn.ts";
import type { Done, Past } from "./past.ts";
import type { Policy } from "./policy.ts";
import type { Decide } from "./scripted-model.ts";
import type { Task } from "./task.ts";
import type { Transcript } from "./transcript.ts";

/** A policy at work in one session. */
export interface Player {
  decide: Decide;
  /** Turns played. */
  turns(): number;
  /** How often each tool was called. */
  toolCalls(): Record<string, number>;
  /** Whether it came to apply the fix. */
  foundTheFault(): boolean;
}

/** Plays a policy on a task. A request that is repeated gets the answer that it got before. */
export function play(policy: Policy, task: Task): Player {
  const played: { turn: Turn; moves: readonly Move[] }[] = [];
  return {
    decide(told) {
      const at = told.turns.length;
      const known = played[at];
      if (known) return known.turn;
      const { say, moves } = nextTurn(policy, task, pastOf(told, played));
      const turn = { say, calls: moves.map(({ call }) => call) };
      played[at] = { turn, moves };
      return turn;
    },
    turns: () => played.length,
    toolCalls() {
      const counts: Record<string, number> = {};
      for (const { turn } of played) for (const { name } of turn.calls) counts[name] = (counts[name] ?? 0) + 1;
      return counts;
    },
    foundTheFault: () => played.some(({ moves }) => moves.some(({ kind }) => kind === "edit")),
  };
}

function pastOf(told: Transcript, played: readonly { moves: readonly Move[] }[]): Past {
  const done: Done[] = told.turns.flatMap(({ results }, at) =>
    (played[at]?.moves ?? []).map((move, n) => {
      const result = results.get(callId(at, n));
      return { move, text: result?.text ?? "", isError: result?.isError ?? true };
    }),
  );
  return { done, contexts: [...told.opening, ...told.turns.flatMap(({ contexts }) => contexts)] };
}
