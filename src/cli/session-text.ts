import type { Session } from "../benchmark/session.ts";
import type { SessionResult } from "../benchmark/session-result.ts";
import type { Attempt } from "../client/attempt.ts";
import type { FaultEvent } from "../proxy/events.ts";
import { clip, type Paper, pad, visible } from "./terminal-text.ts";

/** What happened in a session: each request with the fault that hit it, the answer, the verdict. */
export function sessionText({ result, ending, attempts, events }: Session, paper: Paper): string {
  const faults = new Map<unknown, FaultEvent[]>();
  for (const event of events) {
    if (event.event === "fault") faults.set(event.id, [...(faults.get(event.id) ?? []), event]);
  }
  const inTime = attempts.toSorted((one, other) => one.startMs - other.startMs || (one.id ?? 0) - (other.id ?? 0));
  const from = inTime[0]?.startMs ?? 0;
  const ids = new Set<unknown>(attempts.map(({ id }) => id));
  const elsewhere = [...faults].flatMap(([id, met]) => (ids.has(id) ? [] : met));
  return [
    paper.paint("bold", title(result)),
    "",
    ...inTime.flatMap((attempt) => attemptLines(attempt, from, faults.get(attempt.id) ?? [], paper)),
    ...elsewhere.map((fault) => inset(paper.paint("yellow", `${faultText(fault)}, on ${visible(fault.method)}`))),
    "",
    ...endingLines(ending, paper),
    ...verdictLines(result, paper),
  ].join("\n");
}

function title({ profile, agent, task, iteration, seed }: SessionResult): string {
  return `${task}, done by ${agent} under ${profile}, iteration ${iteration} (seed ${seed})`;
}

function attemptLines(attempt: Attempt, from: number, faults: readonly FaultEvent[], paper: Paper): string[] {
  const { tool, call, attempt: number, args, startMs, endMs, outcome, message } = attempt;
  const when = `${((startMs - from) / 1000).toFixed(3).padStart(8)} s`;
  const which = number === 1 ? `${call}` : `${call} again (${number})`;
  const what = `${when}  ${pad(which, 13)} ${tool} ${JSON.stringify(args)}`;
  const end = message === undefined ? outcome : `${outcome}: ${message}`;
  const took = endMs - startMs < 1 ? "" : ` after ${((endMs - startMs) / 1000).toFixed(3)} s`;
  const lines = [clip(visible(what), paper.width)];
  for (const fault of faults) lines.push(inset(paper.paint("yellow", faultText(fault))));
  const style = outcome === "ok" ? "green" : "red";
  if (outcome !== "ok" || faults.length > 0)
    lines.push(inset(paper.paint(style, clip(visible(end), paper.width - 40) + took)));
  return lines;
}

function faultText({ kind, rule, landed }: FaultEvent): string {
  return `fault: ${rule === kind ? kind : `${kind} (${rule})`}${landed ? "" : ", which did not land"}`;
}

function inset(text: string): string {
  return `${" ".repeat(26)}${text}`;
}

function endingLines(ending: Session["ending"], { width }: Paper): string[] {
  if ("failure" in ending) return [clip(visible(`the agent reports a failure: ${ending.failure}`), width)];
  return [clip(visible(`answer: ${JSON.stringify(ending.answer)}`), width * 4)];
}

function verdictLines(result: SessionResult, { paint }: Paper): string[] {
  const { verdict, reason, calls, attempts, retries, tookMs, fired } = result;
  const good = verdict === "success" || verdict === "recovered";
  const why = good || verdict === "failed_detected" ? "" : `: ${visible(reason)}`;
  const landed = Object.values(fired).reduce((sum, count) => sum + count, 0);
  const counts = [
    count(calls, "call"),
    count(attempts, "request"),
    count(retries, "retry", "retries"),
    count(landed, "fault") + (result.void ? " (void: the session shows nothing)" : ""),
    ...(result.blindWriteRetries > 0
      ? [count(result.blindWriteRetries, "blind retry of a write", "blind retries of writes")]
      : []),
    ...(result.duplicateWrites > 0 ? [count(result.duplicateWrites, "doubled write")] : []),
    ...(result.retryStorms > 0 ? [count(result.retryStorms, "retry storm")] : []),
    `${(tookMs / 1000).toFixed(3)} s`,
  ];
  return [paint(good ? "green" : "red", `${verdict}${why}`), counts.join(", ")];
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
