import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEngine } from "../../src/faults/engine.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { Event, type FaultEvent } from "../../src/proxy/events.ts";
import { type Connection, connect, parsed } from "./support/chaos-client.ts";

const REQUESTS = 10_000;
const SEED = 11;
/** Milliseconds before the end of a connection that broke within which a message may have been lost with it. */
const UNSURE = 400;

const rule = (kind: string, probability: number, rest = "") =>
  `[[faults]]\nkind = "${kind}"\nprobability = ${probability}\n${rest}\n`;

/** Every fault but those that end a connection. */
const RULES = [
  rule("error", 0.03),
  rule("error", 0.02, 'name = "tool-error"\nmode = "tool"'),
  rule("timeout", 0.02),
  rule("timeout", 0.02, 'name = "late-answer"\ndelay_s = 0.05'),
  rule("latency", 0.04, "delay_s = 0.02\njitter_s = 0.02"),
  rule("malformed", 0.04),
  rule("duplicate", 0.04),
  rule("reorder", 0.04, "hold_s = 0.1"),
  rule("late", 0.03, "hold_s = 0.1"),
  rule("lost_cancellation", 0.05),
  rule("none", 0.02),
  rule("hang", 0.001, 'name = "short-hang"\nfor_s = 0.05'),
  rule("schema_drift", 1, 'tools = ["drifting"]\nafter = 20\nrename_fields = { value = "amount" }\nnotify = true'),
  rule("stale", 0.2, 'tools = ["get_old"]'),
].join("");
/** One of these for each connection, somewhere after its first thousand requests; the last one goes on to the end. */
const ENDINGS = ["reset", "cut", "expired_session", "hang"].map((kind) =>
  rule(kind, 1, `name = "end"\ntools = ["get_a"]\ncalls = [${450 + kind.length}]`),
);
test("10,000 requests with every fault on: no message is lost or invented, and the events file is complete", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chaos-"));
  const connections: Connection[] = [];
  for (let first = 1; first <= REQUESTS; ) {
    const text = `name = "chaos"\nseed = 1\n${ENDINGS[connections.length] ?? ""}${RULES}`;
    const connection = await connect({ seed: SEED + connections.length, text, first, last: REQUESTS, folder });
    connections.push(connection);
    first += connection.sent.length;
  }
  const sessions = sessionsOf(await readFile(join(folder, "events.jsonl"), "utf8"));
  const atServer = counted((await readFile(join(folder, "log"), "utf8")).trim().split("\n"));
  expect(connections.map(({ broke }) => broke)).toEqual([true, true, true, true, false]);
  expect(sessions).toHaveLength(connections.length);
  connections.forEach((connection, at) => {
    const session = sessions[at] ?? expect.unreachable();
    checkEvents(connection, session);
    checkMessages(connection, session, atServer);
  });
  const landed = sessions.flatMap(({ faults }) => faults.flatMap((fault) => (fault.landed ? [fault.rule] : [])));
  const rules = [...(RULES + ENDINGS.join("")).matchAll(/kind = "(\w+)"/g)].map(([, kind]) => kind);
  expect([...new Set(sessions.flatMap(({ faults }) => faults.map(({ kind }) => kind)))].toSorted()).toEqual(
    [...new Set(rules)].toSorted(),
  );
  expect(new Set(landed).size).toBe(14);
  await rm(folder, { recursive: true });
});

interface SessionEvents {
  faults: FaultEvent[];
  requests: number;
  landed: number;
}

/** Every line is whole, every session begins and ends. */
function sessionsOf(text: string): SessionEvents[] {
  expect(text.endsWith("\n")).toBe(true);
  const sessions: SessionEvents[] = [];
  let faults: FaultEvent[] | undefined;
  for (const line of text.trimEnd().split("\n")) {
    const event = Event.parse(JSON.parse(line));
    if (event.event === "start") {
      expect(faults).toBeUndefined();
      faults = [];
    } else if (event.event === "fault") faults?.push(event);
    else {
      sessions.push({ faults: faults ?? expect.unreachable(), requests: event.requests, landed: event.faults });
      faults = undefined;
    }
  }
  expect(faults).toBeUndefined();
  return sessions;
}

/** The engine decides on the same requests once more: each decision has its event, and there is no other. */
function checkEvents({ seed, text, sent, broke }: Connection, { faults, requests, landed }: SessionEvents): void {
  const read = parseProfile(text, "p.toml");
  const engine = createEngine("profile" in read ? read.profile : expect.unreachable(), seed);
  const expected = sent.flatMap(({ id, tool }) => {
    const { decision, driftBegan } = engine.decide({ method: "tools/call", target: tool, atMs: 0, earlier: 0 });
    return [
      ...(decision ? [`${id} ${decision.rule} ${decision.call}`] : []),
      ...(driftBegan ? [`${id} schema_drift 21`] : []),
    ];
  });
  const noted = faults.filter(({ kind }) => kind !== "stale").map(({ id, rule, call }) => `${id} ${rule} ${call}`);
  expect(new Set(noted).size).toBe(noted.length);
  expect(noted.filter((each) => !expected.includes(each))).toEqual([]);
  // What was sent behind the break never came to the proxy.
  const last = Math.max(0, ...faults.map(({ id }) => Number(id)));
  const due = broke ? expected.filter((each) => Number(each.split(" ", 1)[0]) <= last) : expected;
  expect(due.filter((each) => !noted.includes(each))).toEqual([]);
  expect(landed).toBe(faults.filter((fault) => fault.landed).length);
  // Besides those of the client there are those of the server, one of fifty.
  if (!broke)
    expect(requests).toBe(sent.length + sent.filter(({ id }) => id % 50 === 0 && !isUnasked(faults, id)).length);
}

function isUnasked(faults: readonly FaultEvent[], id: number): boolean {
  return faults.some((fault) => fault.id === id && ["error", "stale"].includes(fault.kind));
}

/** How often the client must have heard of a request, by the fault that it met. */
const REPLIES: Record<string, number> = {
  timeout: 0,
  duplicate: 2,
  malformed: 0,
  reset: 0,
  cut: 0,
  expired_session: 0,
};

function checkMessages(connection: Connection, { faults }: SessionEvents, atServer: Map<string, number>): void {
  const { sent, cancelled, received, broke } = connection;
  const byId = new Map(faults.filter(({ kind }) => kind !== "schema_drift").map((fault) => [fault.id, fault]));
  const replies = new Map<unknown, string[]>();
  let unreadable = 0;
  for (const text of received) {
    const message = parsed(text);
    if (message === undefined) unreadable += 1;
    else if (message.method === undefined) replies.set(message.id, [...(replies.get(message.id) ?? []), text]);
  }
  const lost = new Set(broke ? sent.flatMap(({ id, at }) => (at + UNSURE < connection.heard ? [] : [id])) : []);
  expect(sent.length - lost.size).toBeGreaterThan(300);
  for (const { id, tool } of sent) {
    const fault = byId.get(id);
    const heard = replies.get(id) ?? [];
    replies.delete(id);
    const isLate = fault?.kind === "timeout" && "delayMs" in fault.fault;
    const due = fault?.landed === false ? 1 : isLate ? 1 : (REPLIES[fault?.kind ?? ""] ?? 1);
    const isBroken =
      fault?.kind === "malformed" && ["missing_result", "wrong_type"].includes(String(fault.fault["mode"]));
    if (lost.has(id)) expect(heard.length).toBeLessThanOrEqual(due + Number(isBroken));
    else expect(`${id} ${heard.length}`).toBe(`${id} ${due + Number(isBroken)}`);
    for (const text of isBroken ? [] : heard)
      expect(whatItSays(text)).toBe(whatIsDue(fault, id, tool, whatItSays(text)));
    const calls = atServer.get(`call ${id}`) ?? 0;
    if (isUnasked(faults, id) || fault?.kind === "expired_session") expect(`${id} ${calls}`).toBe(`${id} 0`);
    else if (lost.has(id)) expect(calls).toBeLessThanOrEqual(1);
    else expect(`${id} ${calls}`).toBe(`${id} 1`);
  }
  for (const id of cancelled.filter((each) => !lost.has(each))) {
    const isLost = byId.get(id)?.kind === "lost_cancellation" && byId.get(id)?.landed;
    expect(`${id} ${atServer.get(`cancel ${id}`) ?? 0}`).toBe(`${id} ${isLost ? 0 : 1}`);
  }
  // What is left: answers under a wrong id, and lines that are none.
  const modes = faults.filter(({ kind, landed }) => kind === "malformed" && landed).map(({ fault }) => fault["mode"]);
  const wrongIds = modes.filter((mode) => mode === "wrong_id").length;
  const cuts = faults.filter(({ kind }) => kind === "cut").length;
  const broken = modes.filter((mode) => mode === "truncate" || mode === "not_json").length;
  if (broke) {
    expect([...replies.values()].flat().length).toBeLessThanOrEqual(wrongIds);
    expect(unreadable).toBeLessThanOrEqual(broken + cuts);
  } else {
    expect([...replies.values()].flat()).toHaveLength(wrongIds);
    expect(unreadable).toBe(broken);
  }
}

/** The part of a reply that tells where it comes from. */
function whatItSays(text: string): string {
  const { result, error } = parsed(text) ?? {};
  if (error) return error.message;
  return `${result?.content[0]?.text} ${JSON.stringify(result?.structuredContent)}`;
}

function whatIsDue(fault: FaultEvent | undefined, id: number, tool: string, said: string): string {
  if (fault?.kind === "error")
    return fault.fault["mode"] === "tool" ? `${fault.fault["message"]} undefined` : String(fault.fault["message"]);
  const answer = (of: number, key = "value") => `answer to ${of} {"${key}":${of}}`;
  if (fault?.kind === "stale") {
    const earlier = Number(/answer to (\d+)/.exec(said)?.[1]);
    expect(earlier).toBeLessThan(id);
    return answer(earlier);
  }
  return tool === "drifting" && said.includes("amount") ? answer(id, "amount") : answer(id);
}

function counted(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
