import { xmlText } from "../kernel/xml.ts";
import type { BenchRecord } from "./bench-record.ts";
import { groupBy } from "./group-by.ts";
import { hasFailed, type SessionResult } from "./session-result.ts";

interface Case {
  suite: string;
  name: string;
  seconds: number;
  state: "passed" | "failure" | "error" | "skipped";
  /** The child that says why; empty where it passed. */
  detail: string;
}

/**
 * The results as JUnit XML, which CI systems read: a suite for each profile and agent, a case for each session. Void
 * sessions are skipped; sessions that could not be run are errors. Times are simulated seconds.
 */
export function junitReport({ results, problems }: BenchRecord): string {
  const cases = [...results.map(caseOf), ...problems.map(errorOf)];
  const suites = groupBy(cases, ({ suite }) => suite);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="faultline bench" ${counts(cases)}>`,
    ...[...suites].flatMap(([name, own]) => [
      `  <testsuite name="${xmlText(name)}" ${counts(own)}>`,
      ...own.map((each) => `    ${element(each)}`),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

function caseOf(result: SessionResult): Case {
  const { profile, agent, task, iteration, tookMs, verdict, reason } = result;
  const common = { suite: `${profile}.${agent}`, name: `${task} ${iteration}`, seconds: tookMs / 1000 };
  if (hasFailed(result)) {
    const detail = `<failure type="${verdict}" message="${xmlText(reason)}"/>`;
    return { ...common, state: "failure", detail };
  }
  if (result.void) return { ...common, state: "skipped", detail: '<skipped message="void: no fault landed"/>' };
  return { ...common, state: "passed", detail: "" };
}

function errorOf({ job, problem }: BenchRecord["problems"][number]): Case {
  const name = `${job.task} ${job.iteration}`;
  const detail = `<error type="not-run" message="${xmlText(problem)}"/>`;
  return { suite: `${job.profile}.${job.agent}`, name, seconds: 0, state: "error", detail };
}

function element({ suite, name, seconds, detail }: Case): string {
  const start = `<testcase classname="${xmlText(suite)}" name="${xmlText(name)}" time="${seconds.toFixed(3)}"`;
  return detail === "" ? `${start}/>` : `${start}>${detail}</testcase>`;
}

function counts(cases: readonly Case[]): string {
  const of = (state: Case["state"]) => cases.filter((each) => each.state === state).length;
  const seconds = cases.reduce((total, each) => total + each.seconds, 0);
  return `tests="${cases.length}" failures="${of("failure")}" errors="${of("error")}" skipped="${of("skipped")}" time="${seconds.toFixed(3)}"`;
}
