import { readFileSync } from "node:fs";
import { placeOf } from "./repo-path.ts";
import type { Workplace } from "./workplace.ts";

/**
 * Looks at the file of the failing test. No tool can change it, but code that a model writes runs with the tests.
 *
 * @returns tells whether it is still the same
 */
export function watchTestFile(workplace: Workplace): () => boolean {
  const { path } = placeOf(workplace.target.split("::", 1)[0] ?? "", workplace);
  const before = textOf(path);
  return () => textOf(path) === before;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
