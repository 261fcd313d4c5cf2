import type { FailureContext, PrintedFailure } from "../debugging/failure-context.ts";
import type { TestCommand } from "../pytest/command.ts";
import type { ParsedRun } from "../pytest/run.ts";
import type { HookConfig } from "./config.ts";
import type { CommandEvent } from "./event.ts";
import { isSmall, type RepoSize } from "./repo-size.ts";

/** What the rules look at. What costs something is a function, worked out at most once. */
export interface Facts {
  event: CommandEvent;
  command: TestCommand | undefined;
  run: ParsedRun;
  config: HookConfig;
  size: () => Promise<RepoSize>;
  printed: () => Promise<PrintedFailure>;
  /** The failure as it is understood; runs the test once more. */
  context: () => Promise<FailureContext | undefined>;
  /** Whether this session was told of all of these failures, and the code is as it was then. */
  alreadyExplained: (keys: readonly string[]) => Promise<boolean>;
}

/** A named reason to say nothing. */
export interface SilenceRule {
  name: string;
  /** When it fires, in words. */
  when: string;
  fires: (facts: Facts) => boolean | Promise<boolean>;
}

/** In the order in which they are asked: the cheap ones first, those that run the test again last. */
export const silenceRules: readonly SilenceRule[] = [
  {
    name: "unfinished-command",
    when: "the command was interrupted, or goes on in the background",
    fires: ({ event }) => event.unfinished,
  },
  {
    name: "not-a-test-run",
    when: "the command does not run tests",
    fires: ({ command }) => command === undefined,
  },
  {
    name: "passing-run",
    when: "no test failed, as far as output and exit status tell",
    fires: ({ event, run }) => !run.evident && !(event.exitStatus === 1 && !reportsSuccess(run)),
  },
  {
    name: "small-repository",
    when: "the repository has fewer Python files than minFiles, or fewer lines than minLines",
    fires: async ({ size, config }) => isSmall(await size(), config),
  },
  {
    name: "named-by-output",
    when: "a syntax error, or a file that cannot be collected: the output already names the line",
    fires: ({ run }) => run.failures.length > 0 && run.failures.every(isNamedByOutput),
  },
  {
    name: "bare-assertion",
    when: "an assertion of the test itself failed: there is nothing behind it that the output does not show",
    fires: async ({ printed, context }) => {
      const { group, bareAssertion } = await printed();
      return group && !group.incomplete ? bareAssertion : (await context())?.bareAssertion === true;
    },
  },
  {
    name: "already-explained",
    when: "this session was told of the same failure, and no Python file has changed since",
    fires: async ({ printed, context, alreadyExplained }) => {
      const { keys } = await printed();
      return alreadyExplained(keys.length > 0 ? keys : ((await context())?.keys ?? []));
    },
  },
  {
    name: "low-confidence",
    when: "no failing test can be named, or neither a frame in the project's own code nor an origin is known",
    fires: async ({ context }) => {
      const known = await context();
      if (known === undefined) return true;
      return !hasOrigin(known) && (known.crash === undefined || known.crash.inTest);
    },
  },
];

function hasOrigin({ origin }: FailureContext): boolean {
  return origin !== undefined && origin.status !== "none" && origin.steps.length > 0;
}

function isNamedByOutput({ phase, exception }: ParsedRun["failures"][number]): boolean {
  return phase === "collection" || /(^|\.)(SyntaxError|IndentationError|TabError)$/.test(exception.type);
}

function reportsSuccess(run: ParsedRun): boolean {
  return run.summary !== undefined && run.summary.failed === 0 && run.summary.errors === 0;
}
