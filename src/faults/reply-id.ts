import { edited, skipSpace, valueAt } from "./json-text.ts";

/** A response under the id of a request, digit for digit (a large one would be rounded on the way); all else stays. */
export function underIdOf(request: Buffer, response: Buffer): Buffer {
  const given = idIn(request);
  const place = idIn(response);
  if (!given || !place) return response;
  const text = request.toString("utf8", given.start, given.end);
  return edited(response, [{ start: place.start, end: place.end, text }]);
}

function idIn(message: Buffer) {
  return valueAt(message, skipSpace(message, 0), "id");
}
