import { createContext, Script } from "node:vm";

const script = new Script("work()");
const context: { work?: () => unknown } = createContext({});

/**
 * Runs something synchronous that may take for ever, such as a regular expression from outside, and stops it: nothing
 * else in the language can interrupt a match.
 *
 * @param limit milliseconds
 * @returns undefined where the time was up
 */
export function withinTime<T>(limit: number, work: () => T): { value: T } | undefined {
  context.work = work;
  try {
    return { value: script.runInContext(context, { timeout: Math.max(1, Math.ceil(limit)) }) as T };
  } catch (error) {
    // The error may be of another realm, so that it is no `instanceof Error` here.
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
    if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
}
