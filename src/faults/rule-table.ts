import { z } from "zod";
import type { FaultKind } from "./fault.ts";
import { seconds, wholeNumber } from "./fields.ts";
import { KINDS } from "./kinds.ts";
import { leaksIn } from "./leaks.ts";
import { didYouMean } from "./nearest.ts";
import type { Condition, Effect } from "./rule.ts";
import { globOf } from "./select.ts";

/** Something wrong in one table of a profile. */
export interface Finding {
  path: (string | number)[];
  message: string;
}

/** A rule without what it has from its place among the others. */
export interface RuleTable {
  /** The name that the profile gives it. */
  given: string | undefined;
  condition: Condition;
  effect: Effect;
}

const globs = z
  .array(
    z.string({ error: "wants a glob such as 'get_*'" }).refine(isGlob, "is no glob that can match, such as 'get_*'"),
    { error: "wants a list of globs such as ['get_*']" },
  )
  .min(1, "wants one glob or more");

const callNumbers = z
  .array(wholeNumber(1), { error: "wants a list of numbers of calls, from 1" })
  .min(1, "wants one number or more");

const outageOfCalls = z.strictObject({ after_calls: wholeNumber(0), calls: wholeNumber(1) });
const outageOfTime = z.strictObject({ after_s: seconds, for_s: seconds });
const OUTAGE = "wants { after_calls = N, calls = N } or { after_s = N, for_s = N }";

const outage = z
  .union([
    outageOfCalls.transform(({ after_calls, calls }) => ({ afterCalls: after_calls, calls })),
    outageOfTime.transform(({ after_s, for_s }) => ({ afterMs: after_s, forMs: for_s })),
  ])
  .optional();

const PROBABILITY = "wants a number from 0 to 1";
const common = {
  name: z.string({ error: "wants a text" }).regex(/^[\w.-]{1,64}$/, "wants up to 64 letters, digits, '_', '-', '.'"),
  tools: globs,
  methods: globs,
  probability: z.number({ error: PROBABILITY }).min(0, PROBABILITY).max(1, PROBABILITY),
  after: wholeNumber(0),
  limit: wholeNumber(1),
  every: wholeNumber(1),
  first: wholeNumber(1),
  calls: callNumbers,
  burst: wholeNumber(1),
  outage,
};
const Common = z.object(common).partial();
const COMMON = Object.keys(common);
/** What exact numbers of calls leave nothing to. */
const AGAINST_CALLS = ["after", "every", "first", "burst", "outage"];
/** What a change that stays has no use for. */
const AGAINST_DRIFT = ["methods", "limit", "burst", "outage"];

/** One `[[faults]]` table as a rule, or all that is wrong in it. */
export function readRule(table: unknown): { rule: RuleTable } | { findings: Finding[] } {
  if (!isTable(table)) return { findings: [{ path: [], message: "wants a table: [[faults]]" }] };
  const kind = kindOf(table);
  if (typeof kind !== "string") return { findings: [kind, ...unknownKeys(table, undefined)] };
  const conditions = Common.safeParse(pick(table, COMMON), { error: outageError });
  const options = KINDS[kind].options.safeParse(pick(table, KINDS[kind].names));
  const findings = [
    ...unknownKeys(table, kind),
    ...findingsOf(conditions.error),
    ...findingsOf(options.error),
    ...clashes(table, kind),
  ];
  if (options.success) findings.push(...effectFindings(options.data, conditions.data?.methods));
  if (!conditions.success || !options.success || findings.length > 0) return { findings };
  const {
    name,
    tools = [],
    methods = ["tools/call"],
    probability = 1,
    after = 0,
    burst = 1,
    ...rest
  } = conditions.data;
  const { limit, every, first, calls, outage: window } = rest;
  const condition = { tools, methods, probability, after, burst, limit, every, first, calls, outage: window };
  return { rule: { given: name, condition, effect: options.data } };
}

function kindOf({ kind }: Record<string, unknown>): FaultKind | Finding {
  const words = Object.keys(KINDS);
  if (typeof kind === "string" && Object.hasOwn(KINDS, kind)) return kind as FaultKind;
  const all = `one of ${words.join(", ")}`;
  if (kind === undefined) return { path: [], message: `has no kind; it wants ${all}` };
  const meant = typeof kind === "string" ? didYouMean(kind, words) : "";
  return { path: ["kind"], message: `wants ${all}${meant}` };
}

function unknownKeys(table: Record<string, unknown>, kind: FaultKind | undefined): Finding[] {
  const own = kind === undefined ? Object.values(KINDS).flatMap(({ names }) => [...names]) : KINDS[kind].names;
  const valid = ["kind", ...COMMON, ...own];
  return Object.keys(table)
    .filter((key) => !valid.includes(key))
    .map((key) => {
      const owners = Object.values(KINDS).filter(({ names }) => names.includes(key));
      const takes = own.length === 0 ? "has none" : `takes ${own.join(", ")}`;
      const whose = `is an option of ${owners.map((owner) => owner.kind).join(", ")}; ${kind} ${takes}`;
      return { path: [key], message: owners.length > 0 ? whose : `is unknown${didYouMean(key, valid)}` };
    });
}

/** Fields that make no sense together. */
function clashes(table: Record<string, unknown>, kind: FaultKind): Finding[] {
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

function effectFindings(effect: Effect, methods: readonly string[] | undefined): Finding[] {
  if (effect.kind === "error") {
    const isOnlyTools =
      effect.mode === "tool" && methods !== undefined && !methods.some((glob) => globOf(glob)("tools/call"));
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

function findingsOf(error: z.ZodError | undefined): Finding[] {
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((key) => (typeof key === "number" ? key : String(key))),
    message,
  }));
}

function outageError({ code }: { code: string }): string | undefined {
  return code === "invalid_union" ? OUTAGE : undefined;
}

function isGlob(text: string): boolean {
  try {
    globOf(text.replace(/^!/, ""));
    return true;
  } catch {
    return false;
  }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function pick(table: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));
}
