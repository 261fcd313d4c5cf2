import { readRaised } from "./block.ts";
import { failure } from "./breakdown.ts";
import type { Failure, Section } from "./failure.ts";
import type { Summary } from "./summary.ts";

const TITLE = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([\w.]+)\)(?: (.+))?$/;
const RULE = "=".repeat(70);
const LINE = "-".repeat(70);
const RAN = /^Ran (\d+) tests? in \d/;
const RESULT = /^(?:FAILED|OK)(?: \((.+)\))?$/;
const OUTPUT = /^(Stdout|Stderr):$/;

/** What `python -m unittest` (or a runner built on it, such as Django's) printed. */
export interface UnittestRun {
  failures: Failure[];
  summary: Summary | undefined;
}

/** Reads the output of unittest's own runner; undefined where it is none. */
export function readUnittest(lines: readonly string[]): UnittestRun | undefined {
  const ran = lines.findLastIndex((line) => RAN.test(line));
  const starts = lines.flatMap((line, at) => (TITLE.test(line) && (at === 0 || lines[at - 1] === RULE) ? [at] : []));
  if (ran < 0 && starts.length === 0) return undefined;
  const borders = [...starts, ...lines.flatMap((line, at) => (RAN.test(line) ? [at - 1] : []))].sort((a, b) => a - b);
  const endOf = new Map(borders.map((at, index) => [at, borders[index + 1]]));
  const failures = starts.map((start) => {
    const end = endOf.get(start);
    const one = readOne(lines.slice(start, end));
    // Nothing behind the last block says that it is whole.
    return end === undefined ? { ...one, incomplete: true } : one;
  });
  return { failures, summary: ran < 0 ? undefined : summaryOf(lines, ran) };
}

function readOne(lines: readonly string[]): Failure {
  const match = TITLE.exec(lines[0] ?? "");
  const body = lines.slice(lines.indexOf(LINE) + 1).filter((line) => line !== RULE);
  const output = body.findIndex((line) => OUTPUT.test(line));
  const raised = readRaised(output < 0 ? body : body.slice(0, output));
  const importing = raised.frames.findIndex(({ path }) => !/[\\/]unittest[\\/]loader\.py$/.test(path));
  const frames = importing > 0 ? raised.frames.slice(importing) : raised.frames;
  const { nodeId, phase } = testOf(
    match?.[2] ?? "",
    match?.[3] ?? "",
    frames.map((frame) => frame.path),
  );
  const subtest = match?.[4];
  return failure(nodeId, phase, {
    ...raised,
    frames,
    sections: output < 0 ? [] : sectionsOf(body.slice(output)),
    incomplete: frames.length === 0 || raised.exception.type === "",
    ...(subtest ? { subtest } : {}),
  });
}

/** From 3.11 on the brackets hold the whole name, before that all but the method. */
function testOf(name: string, dotted: string, paths: string[]): { nodeId: string; phase: Failure["phase"] } {
  if (/(?:^|\.)_FailedTest(?:$|\.)/.test(dotted))
    return { nodeId: `${name.replaceAll(".", "/")}.py`, phase: "collection" };
  const fixture = /^(?:setUp|tearDown)(?:Class|Module)$/.test(name);
  const whole = fixture || dotted.endsWith(`.${name}`) ? dotted : `${dotted}.${name}`;
  const phase = !fixture ? "call" : name.startsWith("setUp") ? "setup" : "teardown";
  const steps = whole.split(".");
  const moduleLength = fixture ? (name.endsWith("Module") ? steps.length : steps.length - 1) : steps.length - 2;
  const count = lengthOfModule(steps, paths) ?? Math.max(moduleLength, 1);
  const nodeId = [`${steps.slice(0, count).join("/")}.py`, ...steps.slice(count)].join("::");
  return { nodeId, phase };
}

/** How many steps of a dotted name are the module, told by the files of the traceback. */
function lengthOfModule(steps: string[], paths: string[]): number | undefined {
  for (let count = steps.length; count > 0; count -= 1) {
    const file = `${steps.slice(0, count).join("/")}.py`;
    if (paths.some((path) => path === file || path.endsWith(`/${file}`))) return count;
  }
  return undefined;
}

function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  for (const line of lines) {
    const name = OUTPUT.exec(line)?.[1];
    const last = sections.at(-1);
    if (name) sections.push({ name: `Captured ${name.toLowerCase()} call`, text: "" });
    else if (last) last.text += `${line}\n`;
  }
  return sections.map(({ name, text }) => ({ name, text: text.trimEnd() }));
}

function summaryOf(lines: readonly string[], ran: number): Summary {
  const result = lines.slice(ran + 1).find((line) => RESULT.test(line)) ?? "";
  const counts = new Map<string, number>();
  for (const [, word, count] of (RESULT.exec(result)?.[1] ?? "").matchAll(/([a-z ]+)=(\d+)/g)) {
    counts.set((word ?? "").trim(), Number(count));
  }
  const of = (word: string) => counts.get(word) ?? 0;
  const failed = of("failures") + of("unexpected successes");
  const rest = of("errors") + of("skipped") + of("expected failures") + failed;
  return {
    failed,
    errors: of("errors"),
    passed: Math.max(0, Number(RAN.exec(lines[ran] ?? "")?.[1] ?? 0) - rest),
    skipped: of("skipped"),
    deselected: 0,
    xfailed: of("expected failures"),
    xpassed: of("unexpected successes"),
  };
}
