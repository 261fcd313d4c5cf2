import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { calledOf } from "./support/mcp/peer.ts";
import { type PeerServer, startPeer } from "./support/mcp/peer-servers.ts";
import { type Faults, faults, startHttpProxy, throughProxy } from "./support/mcp/proxy.ts";
import { everythingOnStdio, startEverything } from "./support/mcp/reference-servers.ts";
import { connectClient } from "./support/mcp/typescript-peers.ts";

const OLD = "2025-11-25";
const NEW = "2026-07-28";
/** Milliseconds that the client waits for answers that do not come. */
const PATIENCE = 400;
const TIMED_OUT = /timed out/i;
/** What the client makes of an answer to no question of its own. */
const UNASKED = /unknown message id/i;
const LONG = "trigger-long-running-operation";

/** A client that is connected through the proxy, and what it noticed besides the answers to its calls. */
interface Session {
  client: Client;
  /** Errors that it could not lay to a call. */
  noticed: string[];
  closed(): boolean;
  rules: Faults;
  say(message: string, timeout?: number): Promise<string>;
  /** Runs for some seconds and tells of its progress twice. */
  long(seconds: number, options?: Parameters<Client["callTool"]>[1]): Promise<string>;
  /** Another client of the same proxy, where it takes more than one. */
  another: (() => Promise<Session>) | undefined;
  end(): Promise<void>;
}

let everything: PeerServer;
let plain: PeerServer;

beforeAll(async () => {
  [everything, plain] = await Promise.all([startEverything(), startPeer("the TypeScript SDK 2.x")]);
});

afterAll(async () => {
  await Promise.all([everything.stop(), plain.stop()]);
});

const transports = [
  ["stdio", onStdio],
  ["HTTP", (rules: Faults) => overHttp(everything.url, rules, OLD)],
] as const;

describe.each(transports)("over %s a client of the official SDK", (transport, open) => {
  it("waits in vain for what hangs: for everything on stdio, for one answer over HTTP", async () => {
    await meet('kind = "hang"', open, async ({ say }) => {
      await expect(say("first", PATIENCE)).rejects.toThrow(TIMED_OUT);
      if (transport === "stdio") await expect(say("second", PATIENCE)).rejects.toThrow(TIMED_OUT);
      else expect(await say("second")).toBe("Echo: second");
    });
  });

  it("loses the connection by a reset, and over HTTP resumes the stream that broke", async () => {
    await meet('kind = "reset"', open, async ({ say, closed, noticed }) => {
      if (transport === "stdio") {
        await expect(say("first")).rejects.toThrow("Connection closed");
        expect(closed()).toBe(true);
      } else {
        expect(await say("first")).toBe("Echo: first");
        expect(noticed[0]).toContain("terminated");
      }
    });
  });

  it("has heard of progress when the stream is cut, and over HTTP resumes behind it", async () => {
    await meet('kind = "cut"', open, async ({ long, closed, noticed }) => {
      const progress: number[] = [];
      const call = long(0.4, { onprogress: (told) => void progress.push(told.progress) });
      if (transport === "stdio") {
        await expect(call).rejects.toThrow("Connection closed");
        expect(closed()).toBe(true);
      } else {
        expect(await call).toMatch(/^Long running operation completed/);
        expect(noticed[0]).toContain("terminated");
      }
      expect(progress.length).toBeGreaterThan(0);
    });
  });

  it("is told of an answer that comes twice, and goes on", async () => {
    await meet('kind = "duplicate"', open, async ({ say, noticed }) => {
      expect(await say("first")).toBe("Echo: first");
      expect(await say("second")).toBe("Echo: second");
      expect(noticed).toEqual([expect.stringMatching(UNASKED)]);
      expect(noticed[0]).toContain("Echo: first");
    });
  });

  it("gives up on an answer that comes after the next request, and does not take it for the answer to that", async () => {
    await meet('kind = "late"', open, async ({ say, noticed }) => {
      await expect(say("first", PATIENCE)).rejects.toThrow(TIMED_OUT);
      expect(await say("second")).toBe("Echo: second");
      await vi.waitUntil(() => noticed.length > 0);
      expect(noticed).toEqual([expect.stringMatching(UNASKED)]);
      expect(noticed[0]).toContain("Echo: first");
    });
  });

  it("gets answers in another order than the server gave them", async () => {
    await meet('kind = "reorder"\nhold_s = 10', open, async ({ say }) => {
      const order: string[] = [];
      const first = say("first").then((text) => order.push(text));
      await Promise.all([first, say("second").then((text) => order.push(text))]);
      expect(order).toEqual(["Echo: second", "Echo: first"]);
    });
  });

  it("has to begin anew when its session has expired", async () => {
    await meet('kind = "expired_session"', open, async ({ say, closed, another }) => {
      if (transport === "stdio") {
        await expect(say("first")).rejects.toThrow("Connection closed");
        expect(closed()).toBe(true);
      } else {
        await expect(say("first")).rejects.toMatchObject({ status: 404 });
        await expect(say("second")).rejects.toMatchObject({ status: 404 });
        const anew = await another?.();
        expect(await anew?.say("third")).toBe("Echo: third");
        await anew?.client.close();
      }
    });
  });

  it("gets an answer to what it has cancelled, where the cancellation is lost", async () => {
    await meet('kind = "lost_cancellation"', open, async ({ long, noticed }) => {
      const answers = () => noticed.filter((message) => UNASKED.test(message));
      const cancelled = async () => {
        const controller = new AbortController();
        const call = long(0.4, { signal: controller.signal, onprogress: () => controller.abort() });
        await expect(call).rejects.toThrow();
      };
      await cancelled();
      await vi.waitUntil(() => answers().length > 0, { timeout: 10_000 });
      // The next one reaches the server, which therefore does not answer in the time of another call.
      await cancelled();
      expect(await long(0.4)).toMatch(/^Long running operation completed/);
      expect(answers()).toHaveLength(1);
    });
  });
});

describe.each([OLD, NEW] as const)("where a stream cannot be resumed, a client of the official SDK, %s", (era) => {
  it.each(["reset", "cut"])("loses the answer by a %s, but not the session", async (kind) => {
    const open = (rules: Faults) => overHttp(plain.url, rules, era);
    await meet(`kind = "${kind}"`, open, async ({ client, noticed }) => {
      const progress: number[] = [];
      const options = { timeout: 1000, onprogress: (told: { progress: number }) => void progress.push(told.progress) };
      await expect(client.callTool({ name: "count", arguments: { to: 3 } }, options)).rejects.toThrow();
      expect(progress).toEqual(kind === "cut" ? [1] : [1, 2, 3]);
      expect(noticed.length).toBeGreaterThan(0);
      const next = await client.callTool({ name: "say", arguments: { text: "next" } });
      expect(calledOf(next, undefined).text).toBe("next");
    });
  });
});

/** Lets a client meet one fault, with the first call of a tool but for `say`s that only ask whether all is well. */
async function meet(
  rule: string,
  open: (rules: Faults) => Promise<Session>,
  use: (session: Session) => Promise<void>,
): Promise<void> {
  const session = await open(await faults(`[[faults]]\n${rule}\ntools = ["echo", "count", "${LONG}"]\nlimit = 1\n`));
  try {
    await use(session);
  } finally {
    await session.end();
  }
  const [kind] = /(?<=")\w+/.exec(rule) ?? [];
  expect(await session.rules.met()).toMatchObject([{ kind, call: 1, landed: true }]);
}

async function onStdio(rules: Faults): Promise<Session> {
  const reach = throughProxy(await everythingOnStdio(), rules);
  return session(rules, (prepare) => connectClient(reach, OLD, prepare));
}

async function overHttp(url: string, rules: Faults, era: typeof OLD | typeof NEW): Promise<Session> {
  const proxy = await startHttpProxy(url, rules);
  const connect = (prepare: (client: Client) => void) => connectClient(proxy.reach, era, prepare);
  const made = await session(rules, connect);
  return {
    ...made,
    another: () => session(rules, connect),
    async end() {
      await made.end();
      expect(await proxy.stop()).toMatchObject({ exitCode: 0 });
    },
  };
}

async function session(
  rules: Faults,
  connect: (prepare: (client: Client) => void) => Promise<Client>,
): Promise<Session> {
  const noticed: string[] = [];
  let closed = false;
  const client = await connect((made) => {
    made.onerror = ({ message }) => void noticed.push(message);
    made.onclose = () => {
      closed = true;
    };
  });
  const call = async (name: string, input: object, options?: Parameters<Client["callTool"]>[1]) =>
    calledOf(await client.callTool({ name, arguments: { ...input } }, options), undefined).text;
  return {
    client,
    noticed,
    closed: () => closed,
    rules,
    say: (message, timeout = 10_000) => call("echo", { message }, { timeout }),
    long: (duration, options) => call(LONG, { duration, steps: 2 }, options),
    another: undefined,
    end: () => client.close(),
  };
}
