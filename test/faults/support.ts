import fc from "fast-check";
import { parseProfile } from "../../src/faults/profile.ts";
import type { Mistake, Profile } from "../../src/faults/rule.ts";
import type { Decided, FaultRequest, FaultSource } from "../../src/faults/source.ts";

/** The profile of a text without mistakes. */
export function profileOf(rules: string, seed = 1): Profile {
  const read = parseProfile(`name = "p"\nseed = ${seed}\n${rules}`, "p.toml");
  if ("profile" in read) return read.profile;
  throw new Error(JSON.stringify(read.mistakes, null, 1));
}

export function mistakesOf(text: string): Mistake[] {
  const read = parseProfile(text, "p.toml");
  return "mistakes" in read ? read.mistakes : [];
}

/** One call of a tool, with answers to the same request before it. */
export function toolCall(target = "get_site", rest: Partial<FaultRequest> = {}): FaultRequest {
  return { method: "tools/call", target, atMs: 0, earlier: 3, ...rest };
}

/** What is decided on so many calls of one tool. */
export function decideOn(source: FaultSource, calls: number, target = "get_site"): Decided[] {
  return Array.from({ length: calls }, () => source.decide(toolCall(target)));
}

/** Numbers of the calls on which a fault was decided. */
export function hitCalls(decided: readonly Decided[]): number[] {
  return decided.flatMap(({ call, decision }) => (decision ? [call] : []));
}

/** Any value of JSON, with numbers that do not survive JSON.parse, and text outside ASCII. */
const json = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" });
const id = fc.oneof(fc.integer(), fc.nat(), fc.string({ unit: "grapheme" }));

/** Any message of JSON-RPC, as text. */
export const rpcMessage = fc
  .oneof(
    fc.record({ jsonrpc: fc.constant("2.0"), id, result: json }),
    fc.record({ jsonrpc: fc.constant("2.0"), id, error: fc.record({ code: fc.integer(), message: fc.string() }) }),
    fc.record({ jsonrpc: fc.constant("2.0"), id, method: fc.string(), params: json }),
    fc.record(
      { jsonrpc: fc.constant("2.0"), method: fc.string(), params: json },
      { requiredKeys: ["jsonrpc", "method"] },
    ),
    fc.record({ id, result: json, jsonrpc: fc.constant("2.0"), extra: json }),
  )
  .chain((message) =>
    fc.constantFrom(JSON.stringify(message), JSON.stringify(message, null, 1), ` ${JSON.stringify(message)}\r\n`),
  );
