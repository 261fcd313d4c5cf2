import type { Finding } from "./rule-checks.ts";
import type { RuleTable } from "./rule-table.ts";

/** What is wrong only in view of the rules before: a name taken, or nothing left to do. */
export function togetherFindings(rules: readonly (RuleTable | undefined)[]): Finding[] {
  const names = new Set<string>();
  const greedy = new Greedy();
  return rules.flatMap((rule, index): Finding[] => {
    if (!rule) return [];
    const isTaken = rule.given !== undefined && names.has(rule.given);
    if (rule.given !== undefined) names.add(rule.given);
    const first = greedy.before(rule);
    // One that has nothing left takes nothing from others.
    if (first === undefined) greedy.add(rule, index);
    return [
      ...(isTaken ? [{ path: ["faults", index, "name"], message: "is the name of an earlier rule" }] : []),
      ...(first === undefined
        ? []
        : [{ path: ["faults", index], message: `can never act: faults[${first + 1}] fires at each of these calls` }]),
    ];
  });
}

interface Placed {
  rule: RuleTable;
  index: number;
}

/** Rules that fire at each call that they are about, so that later ones about the same never get their turn. */
class Greedy {
  readonly #ofAllTools: Placed[] = [];
  /** By each of their globs: a profile may have a rule for each of a thousand tools. */
  readonly #byTool = new Map<string, Placed[]>();

  add(rule: RuleTable, index: number): void {
    if (!takesAll(rule)) return;
    const { tools } = rule.condition;
    if (isAll(tools)) this.#ofAllTools.push({ rule, index });
    else
      for (const tool of new Set(tools)) this.#byTool.set(tool, [...(this.#byTool.get(tool) ?? []), { rule, index }]);
  }

  /** The first that leaves a rule nothing. */
  before({ condition, effect }: RuleTable): number | undefined {
    if (effect.kind === "schema_drift") return undefined;
    const [tool] = condition.tools;
    const possible = [...this.#ofAllTools, ...((tool !== undefined && this.#byTool.get(tool)) || [])];
    const covering = possible.filter(
      ({ rule }) => covers(rule.condition.tools, condition.tools) && covers(rule.condition.methods, condition.methods),
    );
    return covering.length === 0 ? undefined : Math.min(...covering.map(({ index }) => index));
  }
}

function takesAll({ condition, effect }: RuleTable): boolean {
  if (effect.kind === "schema_drift" || effect.kind === "stale") return false;
  const { probability, after, limit, every, first, calls, outage, tools, methods } = condition;
  const isAlways = probability === 1 && after === 0 && (every ?? 1) === 1;
  const isBound = [limit, first, calls, outage].some((field) => field !== undefined);
  return isAlways && !isBound && ![...tools, ...methods].some((glob) => glob.startsWith("!"));
}

function isAll(globs: readonly string[]): boolean {
  return globs.length === 0 || globs.includes("*");
}

function covers(globs: readonly string[], others: readonly string[]): boolean {
  return isAll(globs) || (others.length > 0 && others.every((other) => globs.includes(other)));
}
