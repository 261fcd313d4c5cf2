import { table } from "../table.ts";
import type { SessionResult } from "./result.ts";
import type { Voids } from "./voids.ts";

/** The rules of scripted policies; empty where there are none. */
export function policiesText(results: readonly SessionResult[]): string {
  const policies = new Map(
    results.flatMap(({ agent, policy }) => (policy === undefined ? [] : [[agent, policy] as const])),
  );
  if (policies.size === 0) return "";
  return `## The policies\n\n${[...policies].map(([name, rules]) => `- **${name}**: ${rules}`).join("\n")}`;
}

/** Cases by which nothing can be said, and why; empty where there are none. */
export function voidsText(voids: Voids): string {
  if (voids.size === 0) return "";
  const note = "By these nothing can be said; what sessions there were of them is in no table.";
  return `## Void cases\n\n${note}\n\n${[...voids].map(([name, why]) => `- ${name}: ${why}`).join("\n")}`;
}

export function leaksText(results: readonly SessionResult[]): string {
  const rows = results.flatMap(({ leaks, agent, arm, ...result }) =>
    leaks.map(({ kind, how, where, what }) => [
      result.case,
      arm,
      agent,
      kind,
      how,
      `${where}: ${what}`.replaceAll(/[|\s]+/g, " "),
    ]),
  );
  if (rows.length === 0)
    return "## Leaks\n\nNone: no session could reach, reached for, or was told anything of the answer.";
  const note = "Sessions in which something was open or used count nowhere; what was tried in vain is only on record.";
  return `## Leaks\n\n${note}\n\n${table(["case", "arm", "agent", "kind", "how", "where"], rows)}`;
}

/** Sessions that failed, and what the judge wants a person to see. */
export function problemsText(results: readonly SessionResult[]): string {
  const failed = results.filter(({ record }) => record.ended === "failed");
  const doubts = results.flatMap(({ judged, agent, arm, ...result }) =>
    judged.suspicions.map((suspicion) => `- ${result.case}, ${arm}, ${agent}: ${suspicion}`),
  );
  const lines = failed.map(
    ({ record, agent, arm, ...result }) => `- ${result.case}, ${arm}, ${agent}: ${record.problem}`,
  );
  return [
    ...(lines.length === 0 ? [] : [`## Sessions that failed\n\n${lines.join("\n")}`]),
    ...(doubts.length === 0 ? [] : [`## Worth a look\n\n${doubts.join("\n")}`]),
  ].join("\n\n");
}
