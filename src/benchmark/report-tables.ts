import type { Rate } from "../trial/rates.ts";
import { duration, percent, rateText, table } from "./markdown.ts";
import type { Pair, Summary } from "./summary.ts";
import type { Tally } from "./tally.ts";

/** Profiles down, agents across. */
export function rateTable({ matrix, cells }: Summary, rate: (tally: Tally) => Rate): string {
  const rows = matrix.profiles.map((profile) => [
    profile,
    ...matrix.agents.map((agent) => {
      const cell = cells.find((each) => each.profile === profile && each.agent === agent);
      return cell ? rateText(rate(cell)) : "–";
    }),
  ]);
  return table(["profile", ...matrix.agents], rows);
}

/** Agents down, tasks across: success under faults. */
export function taskTable({ matrix, agents }: Summary): string {
  const rows = agents.map(({ agent, tasks }) => [
    agent,
    ...matrix.tasks.map((task) => (tasks[task] ? rateText(tasks[task].success) : "–")),
  ]);
  return table(["agent", ...matrix.tasks], rows);
}

/** Agents down, k across: pass^k under faults. */
export function passAllTable({ agents }: Summary): string | undefined {
  const ks = [...new Set(agents.flatMap(({ underFaults }) => underFaults.passAll.map(({ k }) => k)))];
  if (ks.length === 0) return undefined;
  const rows = agents.map(({ agent, underFaults }) => [
    agent,
    ...ks.map((k) => percent(underFaults.passAll.find((each) => each.k === k)?.value ?? Number.NaN)),
  ]);
  return table(["agent", ...ks.map((k) => `pass^${k}`)], rows);
}

/** What agents do that costs others something. */
export function habitsTable({ agents }: Summary): string {
  const rows = agents.map(({ agent, underFaults: tally }) => [
    agent,
    String(tally.calls),
    rateText(tally.retried),
    percent(tally.calls === 0 ? Number.NaN : tally.retries / tally.calls),
    String(tally.duplicateWrites),
    String(tally.blindWriteRetries),
    String(tally.retryStorms),
  ]);
  const head = ["agent", "calls", "sessions with retries", "retries per call"];
  return table([...head, "duplicate writes", "blind write retries", "retry storms"], rows);
}

/** Fault kinds down: how long agents took to recover. */
export function recoveryTable({ agents }: Summary): string | undefined {
  const kinds = [...new Set(agents.flatMap(({ underFaults }) => Object.keys(underFaults.recovery)))].toSorted();
  if (kinds.length === 0) return undefined;
  const rows = kinds.flatMap((kind) =>
    agents.flatMap(({ agent, underFaults }) => {
      const times = underFaults.recovery[kind];
      return times ? [[kind, agent, String(times.count), duration(times.medianMs), duration(times.p95Ms)]] : [];
    }),
  );
  return table(["fault", "agent", "recovered", "median", "95 % within"], rows);
}

/** Each profile, each other agent: who passed what the other did not. */
export function pairTable(pairs: readonly Pair[]): string {
  const rows = pairs.map(({ profile, agent, other, better, worse, total, p }) => [
    profile,
    `${agent} / ${other}`,
    String(total),
    String(better),
    String(worse),
    p < 0.001 ? "< 0.001" : p.toFixed(3),
  ]);
  return table(["profile", "agents", "sessions", "only the first passed", "only the second passed", "p"], rows);
}

const ablated = /^resilient-no-(.+)$/;

/** What each mechanism is worth: success, silent failures and load without it, profiles across; undefined without such agents. */
export function ablationTable({ matrix, cells }: Summary): string | undefined {
  const without = matrix.agents.filter((agent) => ablated.test(agent));
  if (without.length === 0 || !matrix.agents.includes("resilient")) return undefined;
  const of = (profile: string, agent: string) =>
    cells.find((cell) => cell.profile === profile && cell.agent === agent) as Tally;
  const rows = without.map((agent) => [
    `without ${ablated.exec(agent)?.[1]}`,
    ...matrix.profiles.map((profile) => lost(of(profile, "resilient"), of(profile, agent))),
  ]);
  return table(["resilient", ...matrix.profiles], rows);
}

function lost(whole: Tally, without: Tally): string {
  const points = (without.success.rate - whole.success.rate) * 100;
  if (Number.isNaN(points)) return "–";
  const silent = without.silent.passed === 0 ? "" : `, ${without.silent.passed} silent`;
  const more = requests(without) / requests(whole) - 1;
  const load = more >= NOTEWORTHY_LOAD ? `, ${Math.round(more * 100)} % more requests` : "";
  return `${points < 0 ? "−" : points > 0 ? "+" : "±"}${Math.abs(points).toFixed(1)}${silent}${load}`;
}

/** Share of requests that an agent sends beyond those of another from which on it is told. */
const NOTEWORTHY_LOAD = 0.1;

function requests({ calls, retries }: Tally): number {
  return calls + retries;
}
