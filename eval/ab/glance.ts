import { table } from "../table.ts";
import type { Compared } from "./compared.ts";
import { isSimulated, silentOnes } from "./groups.ts";
import { INJECTED } from "./metrics.ts";
import { counts } from "./paired.ts";
import type { SessionResult } from "./result.ts";
import { changeText, counted } from "./words.ts";

/** What the two changes of a table answer. */
export const CHANGES =
  "*All together* is the change of all that was spent on all cases together, which a single long case may decide; *typical case* is the geometric mean of the cases' own ratios, in which every case weighs the same. In brackets their 95 % intervals (bootstrap over cases; too narrow where there are fewer than about ten); less is better.";

const COLUMNS = ["agent", "arm", "tokens, all together", "tokens, typical case", "turns, typical case"];

/** For each collection of cases one table of all agents: what a reader wants to see first. */
export function glance(compared: readonly Compared[]): string {
  const collections = [...new Set(compared.map(({ group }) => group.cases))];
  return collections
    .map((cases) => {
      const own = compared.filter(({ group }) => group.cases === cases);
      const [base = ""] = own.map((one) => one.base);
      const columns = [...COLUMNS, "bytes injected", `fixed ${base}`, "fixed", "cases"];
      return `### ${cases}, against ${base}\n\n${table(columns, own.map(rowOf))}`;
    })
    .join("\n\n");
}

function rowOf({ group, other, metrics, bytes, fixed }: Compared): string[] {
  const [tokens, turns] = ["tokens", "turns"].map((name) => metrics.find(({ metric }) => metric.name === name));
  return [
    isSimulated(group) ? `${group.agent}, simulated` : group.agent,
    other,
    tokens ? changeText(tokens.together) : "–",
    tokens ? changeText(tokens.typical) : "–",
    turns ? changeText(turns.typical) : "–",
    bytes ? INJECTED.show(bytes.other) : "–",
    `${fixed.base.passed} of ${fixed.base.total}`,
    `${fixed.other.passed} of ${fixed.other.total}`,
    String(tokens?.pairs.length ?? 0),
  ];
}

/** What was injected where silence is right; empty where there were no such sessions. */
export function silenceText(results: readonly SessionResult[], arms: readonly string[]): string {
  const [, ...others] = arms;
  const own = silentOnes(results).filter((result) => others.includes(result.arm) && counts(result));
  if (own.length === 0) return "";
  const loud = own.filter(({ record }) => record.injectedBytes > 0);
  const bytes = own.reduce((sum, { record }) => sum + record.injectedBytes, 0);
  const where = loud.map((one) => `${one.case}, ${one.arm}, ${one.agent}: ${one.record.injectedBytes}`).join("; ");
  const cases = new Set(own.map((one) => one.case)).size;
  return `Small repositories, in which silence is right: ${counted(own.length, "session")} with ${[...new Set(own.map(({ arm }) => arm))].join(", ")} on ${counted(cases, "case")}, ${INJECTED.show(bytes)} bytes injected${loud.length === 0 ? "" : ` (${where})`}.`;
}
