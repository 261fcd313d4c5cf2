import { writeAtomic } from "../kernel/user-files.ts";
import { Refusal } from "./refusal.ts";
import type { Place } from "./repo-path.ts";
import { syntaxProblem } from "./syntax.ts";
import type { Workplace } from "./workplace.ts";

/** What stands in for secrets in all that a model is shown. */
const HIDDEN = "<redacted>";

/**
 * Writes a file of the project.
 *
 * @param before what it holds now; undefined where there is none
 * @throws Refusal for Python that does not parse, unless it did not before, and for text in which a secret was hidden
 */
export async function save(
  place: Place,
  before: string | undefined,
  after: string,
  workplace: Workplace,
): Promise<void> {
  if (count(after, HIDDEN) > count(before ?? "", HIDDEN)) {
    throw new Refusal(`Not written: ${HIDDEN} stands for a secret that you were not shown. Leave its line as it is.`);
  }
  if (place.path.endsWith(".py")) {
    const problem = await syntaxProblem(after, place.shown, workplace);
    if (problem && (before === undefined || !(await syntaxProblem(before, place.shown, workplace)))) {
      throw new Refusal(`Not written, since it is no valid Python then:\n${problem}`);
    }
  }
  workplace.changes.remember(place.shown, before);
  await writeAtomic(place.path, after);
}

/** How often a text is in another. */
export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
