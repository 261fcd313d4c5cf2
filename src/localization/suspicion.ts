import { amountOfCode, isIdle } from "./code.ts";
import type { StepPart } from "./failing-step.ts";
import type { Places } from "./places.ts";

/** All that is known of one statement which the failing test executed. */
export interface Evidence {
  /** Its source. */
  text: string;
  /** How many passing tests executed it. */
  passing: number;
  part: StepPart;
  places: Places;
  /** It ran last after the exception was on its way: to make it, or to clean up. */
  afterwards: boolean;
}

/** What clues are worth, for or against. */
const DECISIVE = 64;
const STRONG = 8;
const WEAK = 2;
/** Of what ran farther from the end of a step than so many statements, the distance says nothing more. */
const NEAR = 15;
/** What it says against a statement which steps executed it. */
const against = { failing: 1, feeding: WEAK, earlier: STRONG, never: STRONG } as const;
/** Code beyond so many characters does not count: a statement that long is mostly a table of data. */
const MOST_CODE = 256;

/**
 * How likely the fault is in a statement, in proportion to the other statements of the same failure: an estimate in
 * the manner of naive Bayes, each clue a factor.
 *
 * - A fault is the likelier in a piece of code the more code it is, and hardly in what computes nothing.
 * - Each passing test that executed it makes it less likely, as in Ochiai: 1 / (1 + passing) is Ochiai's square where
 *   one test fails. Earlier steps of the failing test that the failing one does not build on are as good as passing tests.
 * - What the failing step executed is likelier than what steps did that it builds on, and these count less the farther
 *   they are; what neither executed is unlikely. Within a step what ran nearer to its end is likelier. This and the
 *   amount of code say less than the runs do: square roots.
 * - The origin of the bad value decides where it was found for certain. Weak evidence are the last place to which it
 *   could be followed, the way from there to the crash, and the functions on the way to the exception. Values that
 *   differ from those of a passing test say the less the more places they differ at: then the tests are just different.
 */
export function suspicion({ text, passing, part, places, afterwards }: Evidence): number {
  let estimate =
    Math.sqrt(Math.min(amountOfCode(text), MOST_CODE) / (1 + Math.min(part.position, NEAR))) /
    (1 + passing + part.earlier);
  if (isIdle(text)) estimate /= STRONG;
  if (afterwards) estimate /= STRONG;
  estimate /= against[part.role];
  estimate /= 1 + part.distance;
  const { origin } = places;
  if (origin) estimate *= origin.first && origin.found ? DECISIVE : WEAK;
  if (places.onTheWay) estimate *= WEAK;
  if (places.differing.length > 0) estimate *= 1 + 1 / places.differingPlaces;
  return estimate;
}
