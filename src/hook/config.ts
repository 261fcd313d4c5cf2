import { join } from "node:path";
import * as z from "zod/mini";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { readTextSync } from "../kernel/files.ts";

const Config = z.object({
  /** Fewer Python files under version control than this: silence. */
  minFiles: z._default(z.number(), 100),
  /** Fewer lines of Python than this: silence. */
  minLines: z._default(z.number(), 10_000),
  /** Whether a failing test may be run once more, traced. */
  rerun: z._default(z.boolean(), true),
  rerunDeadlineSeconds: z._default(z.number(), 20),
  /** Globs of test files, relative to the repository, that are never run again. */
  rerunExclude: z._default(z.array(z.string()), []),
  /** Tests with one of these markers are never run again. */
  rerunExcludeMarkers: z._default(z.array(z.string()), []),
  /** Names of silence rules that are switched off. */
  disabledSilenceRules: z._default(z.array(z.string()), []),
});

/** The settings of one installation (`config.json` beside hook.cjs). */
export type HookConfig = z.infer<typeof Config>;

/**
 * Reads the settings: those of the repository, which count for a plugin too, else those beside hook.cjs.
 * The defaults where there is no file; throws on a broken one.
 */
export function readConfig(installation: string, root: string): HookConfig {
  for (const folder of [join(root, ".claude", "faultline"), installation]) {
    const path = join(folder, "config.json");
    const text = readTextSync(path);
    if (text !== undefined) return z.parse(Config, parseJson(text, path));
  }
  return z.parse(Config, {});
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FaultlineError("broken-config", `${path}: ${describeError(error)}`);
  }
}
