import { z } from "zod";
import type { FaultKind } from "./fault.ts";
import { plainName, seconds, wholeNumber } from "./fields.ts";
import { KINDS } from "./kinds.ts";
import { methodMistake } from "./methods.ts";
import { didYouMean } from "./nearest.ts";
import type { Condition, Effect } from "./rule.ts";
import { clashes, effectFindings, type Finding, isNeverDue } from "./rule-checks.ts";
import { globOf } from "./select.ts";

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

const NEVER_DUE = "can never fire: no call is left by after, every, first and outage together";
const PROBABILITY = "wants a number from 0 to 1";
const common = {
  name: plainName,
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
    ...methodFindings(conditions.data?.methods ?? []),
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
  if (isNeverDue(condition)) return { findings: [{ path: [], message: NEVER_DUE }] };
  return { rule: { given: name, condition, effect: options.data } };
}

function methodFindings(methods: readonly string[]): Finding[] {
  return methods.flatMap((glob, index) => {
    const message = methodMistake(glob);
    return message === undefined ? [] : [{ path: ["methods", index], message }];
  });
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
