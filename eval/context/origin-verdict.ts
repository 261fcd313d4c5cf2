import type { Measured } from "./measure.ts";

/** Most bytes that an injection may have. */
export const LIMIT = 2048;

/**
 * How the origin that the hook named stands to where the bad value really was made: "false" is an origin said to be
 * found at a line where it was not made, or of a None where there is none; "partial" is one that the hook itself calls
 * the last that is known.
 */
export type OriginVerdict = "silent" | "none" | "true" | "false" | "partial";

/** Judges the origin of an injection by the places that the manifest gives. */
export function originVerdict(one: Pick<Measured, "bug" | "origin" | "shown">): OriginVerdict {
  if (!one.shown["faultline"]?.bytes) return "silent";
  const named = one.origin;
  if (!named) return "none";
  if (named.none !== one.bug.none) return "false";
  if (named.status === "partial") return "partial";
  const isTrue = one.bug.origins.some(
    (at) => named.path === at.path && at.line <= named.line && named.line <= (at.last ?? at.line),
  );
  return isTrue ? "true" : "false";
}
