import fc from "fast-check";
import { expect, test } from "vitest";
import { sessionWith } from "./session.ts";

const kinds = [
  "error",
  "timeout",
  "latency",
  "malformed",
  "stale",
  "duplicate",
  "reorder",
  "late",
  "none",
  "lost_cancellation",
];
/** Every fault that does not end the session, in one profile. */
const RULES = [
  ...kinds.map((kind) => `[[faults]]\nkind = "${kind}"\nmethods = ["*"]\nprobability = 0.1`),
  '[[faults]]\nkind = "hang"\nfor_s = 1\nprobability = 0.05',
  '[[faults]]\nkind = "schema_drift"\nafter = 1\nrename_args = { a = "b" }\nrename_fields = { a = "b" }\nnotify = true',
].join("\n");

const id = fc.integer({ min: 1, max: 6 });
const value = fc.jsonValue({ maxDepth: 2 });
const tool = fc.constantFrom("get_a", "get_b");
const args = fc.dictionary(fc.constantFrom("a", "b", "c"), value, { maxKeys: 3 });
const call = fc.record({ id, method: fc.constant("tools/call"), params: fc.record({ name: tool, arguments: args }) });
const schema = fc.record({ properties: args, required: fc.constant(["a"]) });
const tools = fc.array(fc.record({ name: tool, inputSchema: schema, outputSchema: schema }), { maxLength: 2 });
const message = fc.oneof(
  call,
  fc.record({
    id,
    method: fc.constantFrom("tools/list", "resources/read", "sampling/createMessage", "x"),
    params: value,
  }),
  fc.record({ method: fc.constant("notifications/cancelled"), params: fc.record({ requestId: id }) }),
  fc.record({
    id,
    result: fc.record({ structuredContent: args, content: fc.array(fc.record({ text: fc.json() }), { maxLength: 2 }) }),
  }),
  fc.record({ id, result: fc.record({ tools }) }),
  fc.record({ id, error: value }),
  fc.array(call, { maxLength: 3 }),
);
/** A message, whole or with some bytes replaced. */
const text = fc
  .tuple(message, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[],:"\\ 1tx\xff')), { maxLength: 2 }))
  .map(([whole, changes]) => {
    const characters = [...JSON.stringify(whole)];
    for (const [at, character] of changes) characters[at % characters.length] = character;
    return `${characters.join("")}\n`;
  });
const step = fc.oneof(
  fc.record({ client: text }),
  fc.record({ server: text }),
  fc.record({ advance: fc.integer({ min: 1, max: 2000 }) }),
);

test("whatever comes, broken or not, each decision is noted once and each whole line goes out as a line", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const session = sessionWith(RULES);
      for (const each of steps) {
        if ("client" in each) session.client(each.client);
        else if ("server" in each) session.server(each.server);
        else session.clock.advance(each.advance);
      }
      session.carrier.close();
      const keys = session.events.map(({ rule, method, target, call }) => `${rule} ${method} ${target} ${call}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(session.carrier.counts.faults).toBe(session.events.filter(({ landed }) => landed).length);
      for (const heard of [...session.toClient(), ...session.toServer()])
        expect(heard.indexOf("\n")).toBe(heard.length - 1);
    }),
    { numRuns: 150 },
  );
});
