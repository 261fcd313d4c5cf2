import { isObject } from "../kernel/is-object.ts";
import { cutText, jsonBytes, mark } from "./cut-text.ts";

/** What JSON calls an object. */
export type Json = { [name: string]: unknown };

/** A text that was cut, and where in the answer it stands. */
export interface Cut {
  at: string;
  text: string;
}

/** Members whose values are words of a closed list, or ids: cut, they would mean nothing. */
const neverCut: ReadonlySet<string> = new Set([
  "status",
  "verdict",
  "outcome",
  "phase",
  "kind",
  "missing",
  "when",
  "bad",
  "evidence",
  "signature",
]);

/** What a reader takes over as it stands: a part of it would be another name, or none. */
const names: ReadonlySet<string> = new Set([
  ...["nodeId", "path", "function", "rerun", "polluters", "changed", "notReached"],
  ...["newlyBroken", "failingBefore", "failingUnknown", "gone"],
]);

/** How many bytes of JSON the texts of an answer may take. */
export interface TextLimits {
  /** Longer ones are cut; those of several lines at four times as much. */
  text: number;
  /** Of the name of a test, a file or a function, or a command: a longer one is left out, but for a mark. */
  name: number;
}

/** The member with a path such as "origin.steps"; undefined where there is none. */
export function memberOf(json: Json, path: string): unknown {
  return path.split(".").reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), json);
}

/** A copy in which one member is another. */
export function setMember(json: Json, path: string, value: unknown): Json {
  const [name = "", ...rest] = path.split(".");
  const inner = json[name];
  return { ...json, [name]: rest.length > 0 && isObject(inner) ? setMember(inner, rest.join("."), value) : value };
}

/** A copy without one member. */
export function withoutMember(json: Json, path: string): Json {
  const [name = "", ...rest] = path.split(".");
  const { [name]: inner, ...others } = json;
  return rest.length > 0 && isObject(inner) ? { ...json, [name]: withoutMember(inner, rest.join(".")) } : others;
}

/**
 * A copy whose texts keep to limits.
 *
 * @param at path of `value` in the answer
 * @param cuts gets the whole of each text that was cut
 */
export function cutTexts(value: unknown, limits: TextLimits, at: string, cuts: Cut[]): unknown {
  if (typeof value === "string") {
    const text = isName(at)
      ? wholeName(value, limits.name)
      : cutText(value, value.includes("\n") ? limits.text * 4 : limits.text);
    if (text !== value) cuts.push({ at, text: value });
    return text;
  }
  if (Array.isArray(value)) return value.map((item, index) => cutTexts(item, limits, `${at}.${index}`, cuts));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const path = at === "" ? name : `${at}.${name}`;
      return [name, neverCut.has(name) ? member : cutTexts(member, limits, path, cuts)];
    }),
  );
}

/** @param at path in the answer, such as "suspects.0.path", "polluters.2" or, of a comparison, "failing" */
function isName(at: string): boolean {
  const last = at.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
  return names.has(last) || at === "failing";
}

function wholeName(name: string, limit: number): string {
  return name.length <= limit && jsonBytes(name) <= limit ? name : mark;
}
