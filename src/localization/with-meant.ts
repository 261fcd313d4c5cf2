import type { RankedSuspect } from "./suspect.ts";

/** A definition that the tests probably mean by what they ask for and do not get. */
export interface MeantPlace {
  path: string;
  /** Line of its `def`, `class` or assignment, and its last line. */
  line: number;
  last: number;
  /** Its qualified name where it is a function, else "". */
  function: string;
  /** Why it is meant, one clause. */
  reason: string;
}

/** An order of statements and one of functions, with every reason for each place in them. */
export interface FinalOrder {
  statements: RankedSuspect[];
  functions: RankedSuspect[];
}

/** Puts what the tests mean in front, in its order. Of what was executed as well, the measurements are kept. */
export function withMeant(meant: readonly MeantPlace[], { statements, functions }: FinalOrder): FinalOrder {
  const heads = meant.map((place) => suspectOf(place, place.line));
  const named = meant.filter((place) => place.function !== "").map((place) => suspectOf(place, place.last));
  return { statements: inFront(heads, statements), functions: inFront(named, functions) };
}

function suspectOf({ path, line, function: name, reason }: MeantPlace, last: number): RankedSuspect {
  return {
    path,
    line,
    last,
    function: name,
    // That of what no failing test executed.
    score: { num2: 0, den2: 1 },
    rank: 0,
    tied: 1,
    reasons: [{ kind: "meant", text: reason }],
    ochiai: { rank: 0, tied: 0 },
  };
}

function inFront(first: readonly RankedSuspect[], others: readonly RankedSuspect[]): RankedSuspect[] {
  const measured = new Map(others.map((one) => [placeOf(one), one]));
  const unmeasured = first.filter((one) => !measured.has(placeOf(one))).length;
  const taken = new Set(first.map(placeOf));
  const moved = others.filter((one) => taken.has(placeOf(one)));
  const rest = others.filter((one) => !taken.has(placeOf(one)));
  return [
    ...first.map((one, index) => {
      const same = measured.get(placeOf(one));
      const kept = same ?? { ...one, ochiai: { rank: others.length + 1, tied: unmeasured } };
      return { ...kept, rank: index + 1, tied: 1, reasons: [...one.reasons, ...(same?.reasons ?? [])] };
    }),
    ...rest.map((one) => ({
      ...one,
      rank: one.rank + first.length - moved.filter(({ rank }) => rank < one.rank).length,
      tied: one.tied - moved.filter(({ rank }) => rank === one.rank).length,
    })),
  ];
}

function placeOf({ path, line }: RankedSuspect): string {
  return `${path}:${line}`;
}
