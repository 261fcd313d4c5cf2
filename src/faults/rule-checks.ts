import type { FaultKind } from "./fault.ts";
import { leaksIn } from "./leaks.ts";
import type { Condition, Effect } from "./rule.ts";
import { anyOf } from "./select.ts";

/** Something wrong in one table of a profile. */
export interface Finding {
  path: (string | number)[];
  message: string;
}

/** What exact numbers of calls leave nothing to. */
const AGAINST_CALLS = ["after", "every", "first", "burst", "outage"];
/** What a change that stays has no use for. */
const AGAINST_DRIFT = ["methods", "limit", "burst", "outage"];

/** Fields that make no sense together. */
export function clashes(table: Record<string, unknown>, kind: FaultKind): Finding[] {
  const has = (name: string) => Object.hasOwn(table, name);
  const withCalls = has("calls") ? AGAINST_CALLS.filter(has) : [];
  const withDrift = kind === "schema_drift" ? AGAINST_DRIFT.filter(has) : [];
  const withTool = kind === "error" && table["mode"] === "tool" && has("code") ? ["code"] : [];
  return [
    ...withCalls.map((name) => ({ path: [name], message: "does not go with calls, which names each call" })),
    ...withDrift.map((name) => ({
      path: [name],
      message: "does not go with schema_drift: a tool drifts once, and stays so",
    })),
    ...withTool.map((name) => ({ path: [name], message: "is of mode 'protocol'; the result of a tool has no code" })),
  ];
}

/** Whether the counts of a condition let no call through. */
export function isNeverDue({ after, every = 1, first = Number.POSITIVE_INFINITY, outage }: Condition): boolean {
  const [from, to] =
    outage && "calls" in outage ? [outage.afterCalls, outage.afterCalls + outage.calls] : [0, Number.POSITIVE_INFINITY];
  const earliest = after + every * (Math.floor(Math.max(0, from - after) / every) + 1);
  return earliest > Math.min(to, after + first);
}

/** What an effect cannot have although each of its options is right by itself. */
export function effectFindings(effect: Effect, methods: readonly string[] | undefined): Finding[] {
  if (effect.kind === "error") {
    const isOnlyTools = effect.mode === "tool" && methods !== undefined && !anyOf(methods)("tools/call");
    return [
      ...leakFindings(["message"], effect.message),
      ...(isOnlyTools ? [{ path: ["mode"], message: "is 'tool', but no method of the rule is tools/call" }] : []),
    ];
  }
  if (effect.kind !== "schema_drift") return [];
  const findings = [
    ...renameFindings("rename_args", effect.renameArgs),
    ...renameFindings("rename_fields", effect.renameFields),
  ];
  if (Object.keys({ ...effect.renameArgs, ...effect.renameFields }).length > 0) return findings;
  return [{ path: [], message: "renames nothing; it wants rename_args or rename_fields" }];
}

/** Names must lead back: no two old ones to one new, and none that is old and new at once. */
function renameFindings(field: string, renames: Record<string, string>): Finding[] {
  const news = Object.values(renames);
  return Object.entries(renames).flatMap(([old, name], index) => {
    const path = [field, old];
    if (news.indexOf(name) !== index) return [{ path, message: `'${name}' is the new name of two` }];
    if (name === old) return [{ path, message: `'${name}' renames to itself` }];
    if (Object.hasOwn(renames, name)) return [{ path, message: `'${name}' is an old name as well` }];
    return leakFindings(path, name);
  });
}

function leakFindings(path: string[], text: string): Finding[] {
  const [word] = leaksIn(text);
  return word === undefined
    ? []
    : [{ path, message: `says '${word}', which tells a client that the failure is no real one` }];
}
