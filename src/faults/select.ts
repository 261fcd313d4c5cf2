import picomatch from "picomatch";
import type { Condition } from "./rule.ts";

/** A star stands for any text, slashes as well: what is matched are names of tools and methods, no paths. */
const GLOB = { dot: true, bash: true } as const;

/**
 * Whether a rule is about a method and target. Of several globs one must match and none that begins with `!` may name
 * it; no glob at all stands for every target, also for none.
 */
export function selector({
  tools,
  methods,
}: Pick<Condition, "tools" | "methods">): (method: string, target: string) => boolean {
  const isMethod = anyOf(methods);
  const isTool = anyOf(tools);
  return (method, target) => isMethod(method) && isTool(target);
}

/** Whether any of these globs matches. */
export function anyOf(globs: readonly string[]): (text: string) => boolean {
  const out = globs.filter((glob) => glob.startsWith("!")).map((glob) => globOf(glob.slice(1)));
  const allowed = globs.filter((glob) => !glob.startsWith("!")).map(globOf);
  return (text) => (allowed.length === 0 || allowed.some((is) => is(text))) && !out.some((is) => is(text));
}

/** @throws Error where it is no glob */
export function globOf(glob: string): (text: string) => boolean {
  const matches = picomatch(glob, GLOB);
  // picomatch has no star match an empty text: the target of a method that has none.
  return (text) => text === glob || glob === "*" || matches(text);
}

/** The glob that matches this text alone. */
export function literalGlob(text: string): string {
  return text.replace(/[\\*?{}()[\]!+@|]/g, "\\$&");
}
