import type { Clues } from "./final-order.ts";
import type { StatementCount } from "./spectrum.ts";

/** What was measured at the place of one statement, besides that it was executed. */
export interface Places {
  /** The bad value was made here, or came through here. */
  origin?: { first: boolean; found: boolean };
  /** How many project frames lie between this one and the exception; tests left out. */
  frame?: number;
  /** It is in a function on the way to the exception. */
  onTheWay: boolean;
  /** Names whose values here tell the failing test from a similar passing one. */
  differing: string[];
  /** At how many statements values do that. */
  differingPlaces: number;
}

interface Place {
  path: string;
  line: number;
}

/** Finds what was measured at each statement. */
export function readPlaces(
  { frames, origin, differing, isTest }: Clues,
  statements: readonly StatementCount[],
): Places[] {
  const places = statements.map((): Places => ({ onTheWay: false, differing: [], differingPlaces: 0 }));
  const at = (place: Place) => places[statements.findIndex((one) => holds(one, place))];
  for (const [index, step] of (origin?.status === "none" ? [] : (origin?.steps ?? [])).entries()) {
    const found = at(step);
    if (found) found.origin ??= { first: index === 0, found: origin?.status === "found" };
  }
  const deepestFirst = frames.filter(({ path }) => !isTest(path)).toReversed();
  for (const [index, frame] of deepestFirst.entries()) {
    const found = at(frame);
    if (found) found.frame ??= index;
  }
  for (const { name, ...place } of differing) {
    const found = at(place);
    if (found && !found.differing.includes(name)) found.differing.push(name);
  }
  const differingPlaces = places.filter((place) => place.differing.length > 0).length;
  for (const place of places) place.differingPlaces = differingPlaces;
  const called = statements.filter((_, index) => places[index]?.frame !== undefined && statements[index]?.functionLine);
  for (const [index, { path, functionLine }] of statements.entries()) {
    const place = places[index];
    if (place) place.onTheWay = called.some((one) => one.path === path && one.functionLine === functionLine);
  }
  return places;
}

function holds(statement: StatementCount, { path, line }: Place): boolean {
  return statement.path === path && statement.line <= line && line <= statement.last;
}
