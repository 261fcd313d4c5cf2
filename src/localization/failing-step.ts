import type { Clues } from "./final-order.ts";
import { effectOf, namesIn } from "./names.ts";

/** How one statement took part in the failing test, seen by the statements of the test's code: its steps. */
export interface StepPart {
  /**
   * 0: executed by the failing step. Otherwise how many steps before it the last one that executed it was; of steps
   * that feed the failing one, only those are counted.
   */
  distance: number;
  /** How many other statements that step executed, or executed again, after it. */
  position: number;
  /** How many earlier steps executed it that neither failed nor feed the one that did. */
  earlier: number;
  /** It was executed by the failing step, by one that feeds it, or by none of the test's steps. */
  role: "failing" | "feeding" | "earlier" | "never";
}

/** What the steps of the failing test tell. */
export interface StepParts {
  /** Of a statement of the spectrum, by its index. */
  of(index: number): StepPart;
  /** How many steps came before the failing one. */
  before: number;
}

type Step = Clues["steps"][number];

/** Steps that belong to one statement: those of helpers that it called, then its own. */
interface Group {
  /** The source of that statement. */
  text: string;
  statements: number[];
}

/**
 * Reads the steps of the failing test. An assertion often checks what other steps computed. A step feeds the failing
 * one when it may set a name that the failing one mentions, or that a feeding one mentions; the others are on their own,
 * and speak for what they executed. Where the failing step executed nothing of interest, the nearest one that feeds it,
 * or else the nearest one, stands for it.
 *
 * @param isOfInterest whether a statement of the spectrum counts, by its index
 */
export function readSteps(clues: Clues, isOfInterest: (index: number) => boolean): StepParts {
  const groups = groupsOf(clues).map(({ text, statements }) => ({ text, statements: statements.filter(isOfInterest) }));
  const feeding = feedingGroups(groups);
  const executed = [...groups.keys()].filter((index) => (groups[index]?.statements.length ?? 0) > 0);
  const failing = executed.findLast((index) => feeding.has(index)) ?? executed.at(-1) ?? -1;
  const parts = new Map<number, StepPart>();
  let fed = 0;
  // From the failing one backwards: what executed a statement last decides.
  for (const index of executed.toReversed()) {
    const latestFirst = [...new Set(groups[index]?.statements.toReversed())];
    const role = index === failing ? "failing" : index < failing && feeding.has(index) ? "feeding" : "earlier";
    if (role === "feeding") fed += 1;
    const distance = role === "failing" ? 0 : role === "feeding" ? fed : Math.abs(failing - index);
    for (const [position, statement] of latestFirst.entries()) {
      const known = parts.get(statement);
      const earlier = role === "earlier" ? 1 : 0;
      if (known && rank[known.role] <= rank[role]) known.earlier += earlier;
      else parts.set(statement, { distance, position, role, earlier: (known?.earlier ?? 0) + earlier });
    }
  }
  const never: StepPart = { distance: groups.length, position: 0, earlier: 0, role: "never" };
  return { of: (index) => parts.get(index) ?? never, before: Math.max(groups.length - 1, 0) };
}

const rank = { failing: 0, feeding: 1, earlier: 2, never: 3 };

/** Indexes of the last group and of those that may have set what it needs. */
function feedingGroups(groups: readonly Group[]): Set<number> {
  const needed = namesIn(groups.at(-1)?.text ?? "");
  const found = new Set([groups.length - 1]);
  for (let index = groups.length - 2; index >= 0; index--) {
    const { sets, changes, reads } = effectOf(groups[index]?.text ?? "");
    if (![...sets, ...changes].some((name) => needed.has(name))) continue;
    found.add(index);
    for (const name of sets) needed.delete(name);
    for (const name of [...reads, ...changes]) needed.add(name);
  }
  return found;
}

/**
 * Groups steps by the statements of the function that failed and, where that is a helper of the tests, of the function
 * that the test is: the call of the helper stands before what happened in it.
 */
function groupsOf(clues: Clues): Group[] {
  const { steps, frames } = clues;
  const last = steps.at(-1);
  if (last === undefined) return [];
  const outermost = frames.find(({ inTest }) => inTest);
  const own = (outermost && steps.findLast((step) => isIn(step, outermost))) ?? last;
  const closes = (step: Step) =>
    (step.path === own.path && step.function === own.function) ||
    (step.path === last.path && step.function === last.function);
  const groups: Group[] = [];
  let open: number[] = [];
  for (const step of steps) {
    open.push(...step.statements);
    if (!closes(step)) continue;
    groups.push({ text: textOf(clues, step), statements: open });
    open = [];
  }
  return groups;
}

/** A traceback gives the bare name of a function where a step gives the qualified one. */
function isIn(step: Step, frame: Clues["frames"][number]): boolean {
  return step.path === frame.path && step.function.split(".").at(-1) === frame.function.split(".").at(-1);
}

function textOf({ spectrum, source }: Clues, { path, line }: Step): string {
  const own = spectrum.statements.find((one) => one.path === path && one.line <= line && line <= one.last);
  return own ? source(path, own.line, own.last) : source(path, line, line);
}
