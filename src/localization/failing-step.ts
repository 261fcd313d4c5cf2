import type { Clues } from "./final-order.ts";

/** How one statement took part in the failing test, seen by the statements of the test's own function: its steps. */
export interface StepPart {
  /**
   * How many steps before the failing one it was executed last; 0: the failing one did. What no step of the test
   * executed, such as code that ran at an import, is farther than any.
   */
  distance: number;
  /** How many other statements the failing step executed, or executed again, after it; all of them for distance > 0. */
  position: number;
  /** How many earlier steps, which did not fail, executed it. */
  earlier: number;
  /** The failing step executed code, and not this. */
  apart: boolean;
}

/** What the steps of the failing test tell. */
export interface StepParts {
  /** Of a statement of the spectrum, by its index. */
  of(index: number): StepPart;
  /** How many steps came before the failing one. */
  before: number;
}

type Step = Clues["steps"][number];

/**
 * Reads the steps of the failing test at the level of the test function: what helpers of the tests executed counts for
 * the statement that called them. Where the failing statement itself executed nothing of interest, as an assertion on
 * what was computed before does, the nearest earlier one that did stands for it.
 *
 * @param isOfInterest whether a statement of the spectrum counts, by its index
 */
export function readSteps(clues: Pick<Clues, "steps" | "frames">, isOfInterest: (index: number) => boolean): StepParts {
  const groups = inTestFunction(clues).map((steps) =>
    steps.flatMap(({ statements }) => statements.filter(isOfInterest)),
  );
  const failing = groups.findLastIndex((group) => group.length > 0);
  const parts = new Map<number, StepPart>();
  // A set keeps the first place of what comes twice; the last one counts.
  const latestFirst = [...new Set(groups[failing]?.toReversed())];
  const before = Math.max(failing, 0);
  const apart = failing === groups.length - 1;
  for (const [index, group] of groups.slice(0, before).entries()) {
    for (const statement of new Set(group)) {
      const earlier = (parts.get(statement)?.earlier ?? 0) + 1;
      parts.set(statement, { distance: failing - index, position: latestFirst.length, earlier, apart });
    }
  }
  for (const [position, statement] of latestFirst.entries()) {
    parts.set(statement, { distance: 0, position, earlier: parts.get(statement)?.earlier ?? 0, apart: false });
  }
  const never = { distance: before + 1, position: latestFirst.length, earlier: 0, apart: true };
  return { of: (index) => parts.get(index) ?? never, before };
}

/** Steps by statements of the function that the test is: each with those of helpers, which ended before it did. */
function inTestFunction({ steps, frames }: Pick<Clues, "steps" | "frames">): Step[][] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  const outermost = frames.find(({ inTest }) => inTest);
  const own = (outermost && steps.findLast((step) => isIn(step, outermost))) ?? last;
  const groups: Step[][] = [[]];
  for (const step of steps) {
    groups.at(-1)?.push(step);
    if (step.path === own.path && step.function === own.function && step !== last) groups.push([]);
  }
  return groups;
}

/** A traceback gives the bare name of a function where a step gives the qualified one. */
function isIn(step: Step, frame: Clues["frames"][number]): boolean {
  return step.path === frame.path && step.function.split(".").at(-1) === frame.function.split(".").at(-1);
}
