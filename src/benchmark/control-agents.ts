import { RefusedFailure } from "../client/call-failure.ts";
import type { Caller, ToolOutput } from "../client/caller.ts";
import { canonical } from "../kernel/canonical.ts";
import type { Verdict } from "./session-result.ts";

/** An agent of which it is known beforehand how it does, where nothing is wrong with tools or network. */
export interface ControlAgent {
  name: string;
  /** What it does, in one line. */
  description: string;
  /** The verdict that it must get. */
  verdict: Verdict;
  /** It is like the good one where nothing is written. */
  writesOnly: boolean;
  /** Its call boundary, over a faithful one. */
  over(caller: Caller, isWrite: (tool: string) => boolean): Caller;
}

/** The good one first. Each bad one makes one mistake that faults lead agents into. */
export const CONTROL_AGENTS: readonly ControlAgent[] = [
  {
    name: "faithful",
    description: "calls what the task calls, once, and passes on what comes",
    verdict: "success",
    writesOnly: false,
    over: (caller) => caller,
  },
  {
    name: "forgetful",
    description: "answers a repeated read with what it read first",
    verdict: "failed_silent",
    writesOnly: false,
    over: (caller, isWrite) => {
      const first = new Map<string, Promise<ToolOutput>>();
      const read = (tool: string, args: Record<string, unknown>) => {
        const key = canonical([tool, args]);
        const known = first.get(key) ?? caller.call(tool, args);
        first.set(key, known);
        return known;
      };
      return { call: (tool, args) => (isWrite(tool) ? caller.call(tool, args) : read(tool, args)) };
    },
  },
  {
    name: "careless",
    description: "goes on with results that lack every field but the lists and their ids",
    verdict: "failed_silent",
    writesOnly: false,
    over: (caller) => ({ call: async (tool, args) => withoutDetails(await caller.call(tool, args)) }),
  },
  {
    name: "doubling",
    description: "sends every write twice",
    verdict: "failed_silent",
    writesOnly: true,
    over: (caller, isWrite) => ({
      call: async (tool, args) => {
        if (isWrite(tool)) await caller.call(tool, args);
        return caller.call(tool, args);
      },
    }),
  },
  {
    name: "pretending",
    description: "sends no write and says that it is done",
    verdict: "failed_silent",
    writesOnly: true,
    over: (caller, isWrite) => ({
      call: async (tool, args) =>
        isWrite(tool) ? { ...args, window_id: "MW-1", incident_id: "INC-1" } : caller.call(tool, args),
    }),
  },
  {
    name: "quitting",
    description: "gives up at once and says so",
    verdict: "failed_detected",
    writesOnly: false,
    over: () => ({
      call: async () => {
        throw new RefusedFailure("gave up");
      },
    }),
  },
];

const KEPT = /_id$|^enabled$/;

function withoutDetails(output: ToolOutput): ToolOutput {
  const entries = Object.entries(output).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [[name, value.map((row: ToolOutput) => withoutDetails(row))]];
    return KEPT.test(name) ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}
