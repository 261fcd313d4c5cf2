import type { PackedAnswers } from "./packing.ts";

/** How one kind of answer is filled up. Members are named by their path, such as "origin.steps". */
export interface Layout {
  /** Lists, in turn: up to how many items each then has. A list that is named here begins empty. */
  fill: readonly (readonly [list: string, upTo: number])[];
  /** The first of these lists that is not empty keeps its first item, however small the budget. */
  first: readonly string[];
  /** Members that a small budget can do without, and those that the very smallest has to; the least valuable first. */
  spare: readonly string[];
  facts: readonly string[];
}

const all = Number.POSITIVE_INFINITY;

/** The most valuable first: where the fault may be, what there differs, then the rest of each. */
export const layouts: Record<keyof PackedAnswers, Layout> = {
  failure: {
    fill: [
      ["notes", 2],
      ["origin.steps", 3],
      ["excerpts", 1],
      ["origin.steps", all],
      ["failure.frames", 5],
      ["excerpts", all],
      ["failure.frames", all],
      ["notes", all],
    ],
    first: ["origin.steps"],
    spare: ["failure.signature", "failure.nodeId", "rerun", "origin"],
    facts: ["failure.crash", "failure"],
  },
  investigation: {
    fill: [
      ["origin.steps", 2],
      ["notes", 2],
      ["suspects", 1],
      ["orderDependence.polluters", 2],
      ["excerpts", 1],
      ["suspects", 3],
      ["differences", 3],
      ["origin.steps", all],
      ["orderDependence.polluters", 10],
      ["suspects", 5],
      ["functions", 1],
      ["excerpts", 3],
      ["failure.frames", 5],
      ["differences", 8],
      ["functions", 3],
      ["suspects", 10],
      ["notes", all],
      ["steps", all],
      ["excerpts", all],
      ["differences", all],
      ["functions", 10],
      ["failure.frames", all],
      ["orderDependence.polluters", all],
      ["suspects", 100],
      ["functions", all],
      ["suspects", all],
    ],
    first: ["origin.steps", "suspects"],
    spare: ["failure.signature", "coverage", "passing", "failure.nodeId", "rerun", "orderDependence", "origin"],
    facts: ["failure.crash", "failure"],
  },
  values: {
    fill: [
      ["notes", 3],
      ["hits", 3],
      ["notReached", 5],
      ["hits", all],
      ["notReached", all],
      ["notes", all],
    ],
    first: [],
    spare: [],
    facts: [],
  },
  comparison: {
    fill: [
      ["differences", 3],
      ["onlyFailing", 5],
      ["onlyPassing", 3],
      ["differences", 10],
      ["onlyFailing", 20],
      ["onlyPassing", 20],
      ["differences", all],
      ["onlyFailing", all],
      ["onlyPassing", all],
    ],
    first: [],
    spare: ["passing"],
    facts: [],
  },
  search: {
    fill: [["matches", all]],
    first: [],
    spare: [],
    facts: [],
  },
  patch: {
    fill: [
      ["newlyBroken", 3],
      ["failure.frames", 3],
      ["gone", 3],
      ["changed", 5],
      ["newlyBroken", 20],
      ["failingUnknown", 5],
      ["failingBefore", 3],
      ["newlyBroken", all],
      ["failingUnknown", all],
      ["gone", all],
      ["changed", all],
      ["failure.frames", all],
      ["failingBefore", all],
    ],
    first: ["newlyBroken"],
    spare: ["failure.signature", "failure.nodeId"],
    facts: ["failure.crash", "failure"],
  },
};
