/** Headers as they stand on the wire: name, value, name, value. */
export type RawHeaders = readonly string[];

/** They belong to one connection, not to the message (RFC 9110, 7.6.1); the length of the body's pieces is kept. */
const ofConnection = new Set(["connection", "keep-alive", "proxy-connection", "te", "upgrade"]);

/** The headers without those that hold for one connection alone, in their order and spelling. */
export function relayed(headers: RawHeaders): string[] {
  const named = valuesOf(headers, "connection").flatMap((value) => value.toLowerCase().split(/\s*,\s*/));
  return without(headers, new Set([...ofConnection, ...named]));
}

/** The headers without some; names in lower case. */
export function without(headers: RawHeaders, names: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (const [name, value] of pairs(headers)) if (!names.has(name.toLowerCase())) kept.push(name, value);
  return kept;
}

/** The headers with the value of one changed, where it is there. */
export function changed(headers: RawHeaders, name: string, change: (value: string) => string): string[] {
  return [...pairs(headers)].flatMap(([each, value]) => [each, each.toLowerCase() === name ? change(value) : value]);
}

/** The values of a header, by its name in lower case. */
function valuesOf(headers: RawHeaders, name: string): string[] {
  return [...pairs(headers)].filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

function* pairs(headers: RawHeaders): Generator<[string, string]> {
  for (let at = 0; at + 1 < headers.length; at += 2) yield [headers[at] as string, headers[at + 1] as string];
}

/** The headers of a body of this length, where they say one. */
export function withLength(headers: RawHeaders, body: Buffer): string[] {
  return changed(headers, "content-length", () => String(body.length));
}
