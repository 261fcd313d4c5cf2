import { answersIn } from "./audit-files.ts";
import type { Leak } from "./result.ts";
import type { Secrets } from "./secrets.ts";

/** One call of a tool. */
export interface ToolUse {
  tool: string;
  /** Its arguments, as text. */
  input: string;
  /** What the model was told. */
  output: string;
}

const OUTSIDE =
  /\b(?:curl|wget|git (?:clone|fetch|pull|remote)|pip3? (?:install|download)|uv (?:add|pip|sync)|WebFetch|WebSearch)\b/;

/**
 * Looks through what an agent did: whether it was told something of the answer before it had written that itself, and
 * whether it reached for what is outside.
 *
 * @param strangers addresses that its programs asked for besides the model's
 */
export function auditTrace(uses: readonly ToolUse[], strangers: readonly string[], secrets: Secrets): Leak[] {
  const leaks: Leak[] = [];
  let remaining = secrets;
  for (const { tool, input, output } of uses) {
    const own = (line: string) => input.includes(line) || input.includes(JSON.stringify(line).slice(1, -1));
    remaining = { ...remaining, fix: remaining.fix.filter((line) => !own(line)) };
    const where = `${tool} ${input}`.slice(0, 200);
    for (const answer of answersIn(output, remaining)) leaks.push({ ...answer, how: "used", where });
    const outside = OUTSIDE.exec(`${tool} ${input}`);
    if (outside) leaks.push({ kind: "network", how: "tried", where, what: outside[0] });
  }
  const asked = [...new Set(strangers)];
  return [...leaks, ...asked.map((where): Leak => ({ kind: "network", how: "tried", where, what: "asked for" }))];
}
