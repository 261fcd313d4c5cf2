import { cutText } from "./cut-text.ts";

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
 * A copy whose texts take at most `limit` bytes of JSON each, those of several lines four times as much.
 *
 * @param at path of `value` in the answer
 * @param cuts gets the whole of each text that was cut
 */
export function cutTexts(value: unknown, limit: number, at: string, cuts: Cut[]): unknown {
  if (typeof value === "string") {
    const text = cutText(value, value.includes("\n") ? limit * 4 : limit);
    if (text !== value) cuts.push({ at, text: value });
    return text;
  }
  if (Array.isArray(value)) return value.map((item, index) => cutTexts(item, limit, `${at}.${index}`, cuts));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const path = at === "" ? name : `${at}.${name}`;
      return [name, neverCut.has(name) ? member : cutTexts(member, limit, path, cuts)];
    }),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
