import { Agent } from "node:http";
import { expect, test } from "vitest";
import type { FaultEvent } from "../../src/proxy/events.ts";
import { messageIn } from "../../src/proxy/sse.ts";
import { type Answered, call, event, type Handler, relayTo, result, send, serve } from "../proxy/http-rig.ts";

const REQUESTS = 10_000;
const AT_ONCE = 32;
const LIKELY = "probability = 0.05";

const kinds = {
  none: "",
  latency: "delay_s = 0.01\njitter_s = 0.01",
  timeout: "delay_s = 0.02",
  error: 'message = "Database is locked"',
  malformed: "",
  reset: "",
  cut: "",
  duplicate: "",
  reorder: "hold_s = 0.05",
  late: "hold_s = 0.05",
  lost_cancellation: "",
  stale: "",
  hang: "for_s = 0.02",
};

const rules = Object.entries(kinds).map(([kind, options]) => `[[faults]]\nkind = "${kind}"\n${LIKELY}\n${options}\n`);

/** Every second answer is a stream; each says which request it is for. */
const either: Handler = (_, response, body) => {
  const { id, params } = JSON.parse(body) as { id: number; params: { arguments: { text: string } } };
  const answer = result(id, params.arguments.text);
  const type = id % 2 === 0 ? "application/json" : "text/event-stream";
  response.writeHead(200, { "Content-Type": type });
  response.end(id % 2 === 0 ? answer : event(answer));
};

const agent = new Agent({ keepAlive: true });

interface Got {
  messages: string[];
  /** How it ended, where not with an answer. */
  broken: string | undefined;
}

async function ask(url: string, id: number): Promise<Got> {
  const body = call(id, `tool_${id % 7}`, { text: `for ${id % 50}` });
  try {
    const answer = await send(url, { body, agent });
    return { messages: messagesOf(answer), broken: answer.whole ? undefined : "cut off" };
  } catch (error) {
    return { messages: [], broken: error instanceof Error ? error.message : String(error) };
  }
}

function messagesOf({ headers, body }: Answered): string[] {
  if (headers["content-type"] !== "text/event-stream") return [body];
  return body.split("\n\n").flatMap((each) => messageIn(Buffer.from(`${each}\n\n`)) ?? []);
}

/** Whether a client got what it should, by the one fault that it met. */
function isAsTold(id: number, { messages, broken }: Got, met: FaultEvent | undefined): boolean {
  const whole = result(id, `for ${id % 50}`);
  const [first = ""] = messages;
  switch (met?.landed ? met.kind : undefined) {
    case "error":
      return broken === undefined && first.includes("Database is locked") && first.includes(`"id":${id},`);
    case "malformed":
      return broken === undefined && messages.length <= 1 && first !== whole;
    case "reset":
      return broken !== undefined && messages.length === 0;
    case "cut":
      return broken !== undefined && first !== whole && whole.startsWith(first.slice(0, 10));
    case "duplicate":
      return broken === undefined && messages.length === 2 && messages.every((message) => message === whole);
    default:
      return broken === undefined && messages.length === 1 && first === whole;
  }
}

test(`of ${REQUESTS} requests with every fault on, each gets what its fault says and no other gets anything else`, async () => {
  let acted = 0;
  const upstream = await serve((request, response, body) => {
    acted += 1;
    either(request, response, body);
  });
  const relay = await relayTo(upstream, rules.join(""));
  const got = new Map<number, Got>();
  let next = 1;
  const worker = async () => {
    for (let id = next++; id <= REQUESTS; id = next++) got.set(id, await ask(relay.url, id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  expect((await relay.stop()).requests).toBe(REQUESTS);

  const met = new Map(relay.events.map((each) => [each.id, each]));
  expect(met.size).toBe(relay.events.length);
  expect(new Set(relay.events.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
  const wrong = [...got].filter(([id, each]) => !isAsTold(id, each, met.get(id)));
  expect(wrong.map(([id, each]) => ({ id, ...each, met: met.get(id) }))).toEqual([]);
  const instead = relay.events.filter(({ kind, landed }) => landed && (kind === "error" || kind === "stale"));
  expect(acted).toBe(REQUESTS - instead.length);
});
