import * as z from "zod";

/** What makes a session one of its kind: no two results of a run have the same key. */
export const SessionKey = z.object({
  /** Such as "youtube-dl/8". */
  case: z.string(),
  arm: z.string(),
  agent: z.string(),
  /** From 1. */
  repetition: z.int().min(1),
});
export type SessionKey = z.infer<typeof SessionKey>;

/** What an agent did and what it cost. */
const AgentRecord = z.object({
  tokens: z.object({
    /** Read by the model over all turns, those from a cache included. */
    input: z.int().min(0),
    output: z.int().min(0),
    /** How many of `input` came from a cache. */
    cached: z.int().min(0),
    /** Who counted, such as "server" or "o200k_base, as a stand-in". */
    counter: z.string(),
  }),
  /** Answers of the model. */
  turns: z.int().min(0),
  /** In US dollars; null where nobody knows. */
  cost: z.number().min(0).nullable(),
  /** Wall clock of the whole session. */
  seconds: z.number().min(0),
  /** UTF-8 bytes that Faultline put before the model. */
  injectedBytes: z.int().min(0),
  /** How often each tool was called. */
  toolCalls: z.record(z.string(), z.int().min(1)),
  /** What the agent said last. */
  finalMessage: z.string(),
  /** `gave-up`: by a limit of its own; `overtime`: by the harness; `failed`: it could not work at all. */
  ended: z.enum(["finished", "gave-up", "overtime", "failed"]),
  /** Why it failed. */
  problem: z.string().optional(),
});
export type AgentRecord = z.infer<typeof AgentRecord>;

/** Something of the answer that an agent could reach, or did reach for. */
const Leak = z.object({
  kind: z.enum(["fix", "hidden-test", "history", "package-cache", "network"]),
  /** `open`: it was within reach; `tried`: the agent reached for it in vain; `used`: it got it. */
  how: z.enum(["open", "tried", "used"]),
  /** File, object or command. */
  where: z.string(),
  what: z.string(),
});
export type Leak = z.infer<typeof Leak>;

/** What the judge says of an agent's diff. */
const Verdict = z.object({
  verdict: z.preprocess(
    // As it was called once; void is now said of cases alone.
    (word) => (word === "void" ? "not-applied" : word),
    z.enum(["fixed", "not-fixed", "no-change", "edited-tests", "special-cased", "broke-others", "not-applied"]),
  ),
  reason: z.string(),
  /** What a person should look at, although no test failed over it. */
  suspicions: z.array(z.string()),
});
export type Verdict = z.infer<typeof Verdict>;

/** One line of `results.jsonl`. */
export const SessionResult = SessionKey.extend({
  schema: z.literal(1),
  simulated: z.boolean(),
  /** Of a simulated agent: its rules. */
  policy: z.string().optional(),
  record: AgentRecord,
  judged: Verdict,
  leaks: z.array(Leak),
  /** How the agent was kept from what it must not see. */
  isolation: z.string(),
  /** The agent's diff has this many changed lines. */
  changedLines: z.int().min(0),
  /** Whether the project's code raises, or its test only fails an assertion; results of before this was noted lack it. */
  raises: z.boolean().optional(),
});
export type SessionResult = z.infer<typeof SessionResult>;

/** Whether something of the answer was within an agent's reach; what it tried in vain does not matter. */
export function isLeaky({ leaks }: Pick<SessionResult, "leaks">): boolean {
  return leaks.some(({ how }) => how !== "tried");
}

/** The key as text. */
export function keyText(key: SessionKey): string {
  return [key.case, key.arm, key.agent, key.repetition].join(" ");
}

/** An order of names: youtube-dl/8 before youtube-dl/10, wherever it is made. */
export function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
