import { z } from "zod";
import { cutMessage } from "./cut.ts";
import { type Fault, MALFORMED_MODES } from "./fault.ts";
import { place, words } from "./fields.ts";
import { type Edit, edited, endOfText, membersOf, skipSpace } from "./json-text.ts";
import type { FaultKindOf } from "./kind.ts";

const mode = words(MALFORMED_MODES);
const options = {
  modes: z
    .array(mode, { error: "wants a list of ways to break a response" })
    .min(1, "wants at least one way")
    .default([...MALFORMED_MODES]),
  at: place.optional(),
};

/** The server acts; its response is broken in one of these ways. */
export const malformed: FaultKindOf<"malformed"> = {
  kind: "malformed",
  options: z.object(options).transform(({ modes, at }) => ({ kind: "malformed", modes, at })),
  names: Object.keys(options),
  draw: ({ modes, at }, draw) => ({
    kind: "malformed",
    mode: modes[Math.floor(draw("mode") * modes.length)] ?? "truncate",
    at: at ?? draw("at"),
  }),
  fault: z.object({ kind: z.literal("malformed"), mode, at: z.number() }),
  write: ({ mode, at }) => ({ modes: [mode], at }),
};

/** What comes from a gateway whose server is gone. */
const GATEWAY_PAGE = Buffer.from(
  "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>",
);

/**
 * A message broken in the stated way; all else in it stays as it was. White space around it, such as the line end, stays
 * too.
 *
 * - `truncate`: only its beginning is left.
 * - `not_json`: it is a page of HTML, or has single quotes for double ones.
 * - `missing_result`: it has neither result nor error (a request: no method).
 * - `wrong_id`: it has another id.
 * - `wrong_type`: its result (or error, or params) is a text, or a list where it was a text.
 */
export function corrupt(message: Buffer, fault: Omit<Extract<Fault, { kind: "malformed" }>, "kind">): Buffer {
  const start = skipSpace(message, 0);
  const end = endOfText(message);
  const broken = brokenText(message.subarray(start, end), fault);
  return Buffer.concat([message.subarray(0, start), broken, message.subarray(Math.max(start, end))]);
}

function brokenText(text: Buffer, { mode, at }: Omit<Extract<Fault, { kind: "malformed" }>, "kind">): Buffer {
  switch (mode) {
    case "truncate":
      return cutMessage(text, at);
    case "not_json":
      return at < 0.5 || !text.includes('"') ? GATEWAY_PAGE : singleQuoted(text);
    case "missing_result":
      return withoutResult(text);
    case "wrong_id":
      return withOtherId(text);
    case "wrong_type":
      return withOtherType(text);
  }
}

function singleQuoted(text: Buffer): Buffer {
  const quoted = Buffer.from(text);
  for (let at = quoted.indexOf('"'); at !== -1; at = quoted.indexOf('"', at)) quoted[at] = 0x27;
  return quoted;
}

function withoutResult(text: Buffer): Buffer {
  const members = membersOf(text, 0) ?? [];
  const isResponse = members.some(({ key }) => key === "result" || key === "error");
  const gone = isResponse ? ["result", "error"] : ["method"];
  const kept = members.filter(({ key }) => !gone.includes(key));
  return Buffer.from(
    `{${kept.map(({ keyStart, end }) => text.toString("latin1", keyStart, end)).join(",")}}`,
    "latin1",
  );
}

function withOtherId(text: Buffer): Buffer {
  const members = membersOf(text, 0) ?? [];
  const ids = members.filter(({ key }) => key === "id");
  if (ids.length === 0)
    return edited(text, [{ start: 1, end: 1, text: `"id":1000000${members.length > 0 ? "," : ""}` }]);
  return edited(
    text,
    ids.map(({ start, end }) => ({ start, end, text: otherId(text.toString("utf8", start, end)) })),
  );
}

/** An id that no request under way is likely to have, of the same type. */
function otherId(id: string): string {
  if (id.startsWith('"')) return `${id.slice(0, -1)}-1000000"`;
  return /^\d{1,15}$/.test(id) ? String(Number(id) + 1_000_000) : "1000000";
}

function withOtherType(text: Buffer): Buffer {
  const members = membersOf(text, 0) ?? [];
  const isResponse = members.some(({ key }) => key === "result" || key === "error");
  const names = isResponse ? ["result", "error"] : ["params", "method"];
  const edits = members
    .filter(({ key }) => names.includes(key))
    .map(({ start, end }): Edit => {
      const value = text.toString("utf8", start, end);
      return { start, end, text: value.startsWith('"') ? `[${value}]` : JSON.stringify(value) };
    });
  return edited(text, edits);
}
