import type { BenchRecord } from "./bench-record.ts";
import { code, counted, table } from "./markdown.ts";
import { besideReference } from "./reference.ts";
import {
  ablationTable,
  habitsTable,
  pairTable,
  passAllTable,
  rateTable,
  recoveryTable,
  taskTable,
} from "./report-tables.ts";
import { hasFailed, type SessionResult } from "./session-result.ts";
import type { Summary } from "./summary.ts";

/** The report for people. */
export function markdownReport(summary: Summary, record: BenchRecord): string {
  const sections: [title: string, text: string | undefined][] = [
    ...(record.results.length === 0 ? [] : ratings(summary)),
    ["What the profiles did", profilesText(summary)],
    ["Negative controls", controlsText(summary)],
    ["Failures to look at", failuresText(record)],
    ["Sessions that could not be run", problemsText(summary)],
  ];
  const shown = sections.filter((section): section is [string, string] => section[1] !== undefined);
  return `${[head(summary), ...shown.map(([title, text]) => `## ${title}\n\n${text}`)].join("\n\n")}\n`;
}

/** What is nothing but dashes where no session was run. */
function ratings(summary: Summary): [title: string, text: string | undefined][] {
  return [
    ["Success", `${howCounted}\n\n${rateTable(summary, ({ success }) => success)}\n\n${chartText}`],
    ["Silent failures", `${whatSilentIs}\n\n${rateTable(summary, ({ silent }) => silent)}`],
    ["Beside the reference results", withNote(besideReference(summary), referenceNote)],
    ["All of k runs", withNote(passAllTable(summary), passAllNote)],
    ["By task, under faults", taskTable(summary)],
    ["Habits, under faults", `${habitsNote}\n\n${habitsTable(summary)}`],
    ["Time to recover, simulated", recoveryTable(summary)],
    ["Agents on the same sessions", withNote(pairsOf(summary), pairsNote)],
    ["What each mechanism is worth", withNote(ablationTable(summary), ablationNote)],
  ];
}

const howCounted =
  "Share of sessions that did their task, with its 95 % interval (Wilson). Under a profile with rules only sessions in which a fault landed count: a fault that never came is not a pass.";
const chartText =
  "The chart shows all sessions, those too in which no fault landed (grey), so its shares differ from the table's.\n\n![Outcomes](chart.svg)";
const whatSilentIs =
  "Share of sessions whose agent gave out a wrong answer, or left a wrong state, as if all were well.";
const referenceNote =
  "The reference is an earlier implementation, apart from this one: eight profiles, three agents of these names, a hundred tasks each. Its network, tasks and faults are others, so the orders of size can be compared, and no more. Lowest and highest of the seven profiles with faults. All sessions count here, void ones too, as they do in the reference.";
const passAllNote =
  "pass^k: how likely k runs of one task all succeed, the mean over tasks and profiles with faults. All sessions count, void ones too, as a user would meet them.";
const habitsNote =
  "A blind write retry repeats a write of which the agent could not know whether it had worked; a retry storm is one call with five attempts or more.";
const pairsNote =
  "All agents meet the same faults, so they are compared session by session, where both met one; p by the exact McNemar test, two-sided.";
const ablationNote =
  "Points of success that are lost when one mechanism is taken out of the resilient agent, the silent failures there are then, and how many more requests are sent.";
const failuresNote =
  "The first one of each profile and agent. A scripted agent's session repeats exactly with the command below it. The first failures' traces are in `failures/`; `faultline shrink FOLDER` finds the fewest faults that still break the agent.";

function withNote(text: string | undefined, note: string): string | undefined {
  return text === undefined ? undefined : `${note}\n\n${text}`;
}

function head({ matrix, version, model, cells, missing }: Summary): string {
  const { profiles, agents, tasks, iterations } = matrix;
  const ran = cells.reduce((total, { sessions }) => total + sessions, 0);
  const idle = cells.reduce((total, cell) => total + cell.void, 0);
  const lines = [
    "# Reliability of agents under faults",
    "",
    `${profiles.length} profiles × ${agents.length} agents × ${tasks.length} tasks × ${iterations} iterations: ${counted(ran, "session")}, of which ${idle} void (no fault landed). Faultline ${version}${model ? `, model ${model}` : ""}.`,
  ];
  if (missing > 0) lines.push("", `**Incomplete**: called off with ${counted(missing, "session")} still to be run.`);
  return lines.join("\n");
}

function pairsOf({ pairs, matrix }: Summary): string | undefined {
  const main = pairs.filter(({ other }) => !other.startsWith("resilient-no-"));
  return matrix.agents.length < 2 || main.length === 0 ? undefined : pairTable(main);
}

function profilesText({ profiles, cells }: Summary): string {
  const rows = profiles.map(({ name, description, seed, landed }) => {
    const own = cells.filter(({ profile }) => profile === name);
    const rules = Object.entries(landed).map(([rule, count]) => `${rule} ${count === 0 ? "**never**" : count}`);
    return [
      name,
      description,
      String(seed),
      rules.join(", ") || "–",
      String(own.reduce((total, cell) => total + cell.void, 0)),
    ];
  });
  return table(["profile", "what it does", "seed", "sessions in which each rule landed", "void sessions"], rows);
}

function controlsText({ controls }: Summary): string {
  return `${controls} controls, without faults: for each profile and task a faithful agent succeeded, and each of those that make a known mistake got the verdict that it earned.`;
}

/** The first failure of each profile with each agent, and how to see it again. */
function failuresText(record: BenchRecord): string | undefined {
  const first = new Map<string, SessionResult>();
  for (const result of record.results.filter(hasFailed)) {
    const key = JSON.stringify([result.profile, result.agent]);
    if (!first.has(key)) first.set(key, result);
  }
  if (first.size === 0) return undefined;
  const lines = [...first.values()].map(
    (result) =>
      `- ${result.profile}, ${result.agent}: ${result.verdict}, ${code(result.reason)}\n  ${code(again(result, record))}`,
  );
  return `${failuresNote}\n\n${lines.join("\n")}`;
}

function again({ profile, agent, task, iteration }: SessionResult, { profiles, model }: BenchRecord): string {
  const given = profiles.find(({ name }) => name === profile)?.given ?? profile;
  const words = ["--profile", given, "--agent", agent, "--task", task, "--iteration", String(iteration)];
  return ["faultline", "run", ...words, ...(model ? ["--model", model] : [])].join(" ");
}

function problemsText({ problems }: Summary): string | undefined {
  if (problems.length === 0) return undefined;
  const rows = problems.map(({ job, problem }) => [
    `${job.profile}, ${job.agent}, ${job.task}, ${job.iteration}`,
    code(problem),
  ]);
  return table(["session", "why"], rows);
}
