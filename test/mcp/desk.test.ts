import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Call, Engine } from "../../src/debugging/engine.ts";
import type { Answer } from "../../src/debugging/reports.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { run } from "../../src/kernel/process.ts";
import { stateHome } from "../../src/kernel/state.ts";
import { Desk, type Order } from "../../src/mcp/desk.ts";
import { engineFor } from "../debugging/support.ts";
import { isAlive } from "../e2e/support/tools.ts";

const answer: Answer = { omitted: [], tokens: { budget: 2000, used: 20, encoding: "o200k_base" } };

describe("a call of a tool", () => {
  test("gives the answer as structure, and as the same JSON in text", async () => {
    const result = await desk().answer(order(), request().mcp);
    expect(result.structuredContent).toEqual(answer);
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(answer) }]);
    expect(result.isError).toBeUndefined();
  });

  test("that cannot be carried out is an error of one line, with the hint", async () => {
    const result = await desk().answer(
      order(() => {
        throw new FaultlineError("bad-request", "no such test: x.py::y\nsecond line", { hint: "look again" });
      }),
      request().mcp,
    );
    expect(result).toEqual({
      content: [{ type: "text", text: "no such test: x.py::y (look again)" }],
      isError: true,
    });
  });

  test("that a mistake of ours ends says so in one line, and the stack is in the log alone", async () => {
    const result = await desk().answer(
      order(() => {
        throw new TypeError("x is not a function");
      }),
      request().mcp,
    );
    expect(result).toEqual({
      content: [{ type: "text", text: "internal error: x is not a function" }],
      isError: true,
    });
    const log = await readFile(join(stateHome(), "faultline.log"), "utf8");
    expect(log.trimEnd().split("\n").at(-1)).toMatch(/mcp some_tool: TypeError: x is not a function .*desk\.test\.ts/);
  });

  test("shows no secret, neither in its error nor in how it gets on", async () => {
    const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const { mcp, told } = request({ progressToken: 1 });
    const result = await desk().answer(
      order(async (_, call) => {
        call.progress?.({ message: `running test_a.py::test_login[${secret}]` });
        throw new FaultlineError("not-found", `no such test: test_a.py::test_login[${secret}]`);
      }),
      mcp,
    );
    expect(result.isError).toBe(true);
    expect(told()).toHaveLength(1);
    expect(JSON.stringify([result, told()])).not.toContain(secret);
  });

  test("is told why there is no engine, each time anew", async () => {
    let missing = true;
    const reception = new Desk(async () => {
      if (missing) throw new FaultlineError("not-found", "no Python was found");
      return engineFor("/repo");
    });
    const ask = () => reception.answer(order(), request().mcp);
    expect((await ask()).content).toEqual([{ type: "text", text: "no Python was found" }]);
    missing = false;
    expect((await ask()).isError).toBeUndefined();
  });

  test("waits while two test runs go on, is told so, and has less time then", async () => {
    const reception = desk();
    const gates = [deferred<Answer>(), deferred<Answer>()];
    const running = gates.map(({ promise }) =>
      reception.answer(
        order(() => promise),
        request().mcp,
      ),
    );
    const third = request({ progressToken: "t" });
    let left = 0;
    const waiting = reception.answer(
      order(async (_, call) => {
        left = call.deadline;
        return answer;
      }),
      third.mcp,
    );
    const reader = await reception.answer({ ...order(), runsTests: false }, request().mcp);
    expect(reader.isError).toBeUndefined();
    await run({ argv: ["sleep", "0.05"], cwd: "/", env: process.env, deadline: 5000 });
    expect(third.told()).toEqual(["waiting for another test run"]);
    expect(left).toBe(0);
    gates[0]?.resolve(answer);
    await waiting;
    expect(left).toBeLessThanOrEqual(50_000 - 40);
    gates[1]?.resolve(answer);
    await Promise.all(running);
  });

  test("whose time is up while it waits says so", async () => {
    const reception = desk();
    const gates = [deferred<Answer>(), deferred<Answer>()];
    const running = gates.map(({ promise }) =>
      reception.answer(
        order(() => promise),
        request().mcp,
      ),
    );
    const late = await reception.answer({ ...order(), seconds: 0.05 }, request().mcp);
    expect(late.isError).toBe(true);
    expect(late.content).toEqual([
      { type: "text", text: expect.stringMatching(/^nothing ran: .* 0\.05 s \(call again/) },
    ]);
    for (const { resolve } of gates) resolve(answer);
    await Promise.all(running);
  });

  test("tells how it gets on, by a number that grows, only where that was asked for", async () => {
    const listening = request({ progressToken: 7 });
    const deaf = request();
    for (const { mcp } of [listening, deaf]) {
      await desk().answer(
        order(async (_, call) => {
          call.progress?.({ message: "running it alone" });
          for (let done = 1; done <= 1000; done += 1) call.progress?.({ message: "tests ran", done, total: 1000 });
          call.progress?.({ message: "comparing values" });
          return answer;
        }),
        mcp,
      );
    }
    expect(deaf.sent).toEqual([]);
    expect(listening.told()).toEqual(["running it alone", "tests ran (1 of 1000)", "comparing values"]);
    expect(listening.sent.map(({ params }) => params)).toEqual([
      expect.objectContaining({ progressToken: 7, progress: 1 }),
      expect.objectContaining({ progressToken: 7, progress: 2 }),
      expect.objectContaining({ progressToken: 7, progress: 3 }),
    ]);
  });

  test("that is cancelled ends what it runs, and passes its turn on", async () => {
    const reception = desk();
    const sleepers = [sleeper(), sleeper()];
    const requests = [request(), request()];
    const calls = requests.map(({ mcp }, index) => reception.answer(order(sleepers[index]?.work), mcp));
    const pids = await Promise.all(sleepers.map(({ pid }) => pid));
    for (const { cancel } of requests) cancel();
    await Promise.all(calls);
    expect(await Promise.all(pids.map(isAlive))).toEqual([false, false]);
    expect((await reception.answer(order(), request().mcp)).isError).toBeUndefined();
  });

  test("ends with the desk, which waits until what it ran has ended", async () => {
    const reception = desk();
    const { work, pid } = sleeper();
    const call = reception.answer(order(work), request().mcp);
    const started = await pid;
    await reception.close();
    expect(await isAlive(started)).toBe(false);
    expect(await call).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/server is ending/) }] });
    expect(await reception.answer(order(), request().mcp)).toMatchObject({ isError: true });
  });

  test("that left evidence behind is told to who listens", async () => {
    const reception = desk();
    let heard = 0;
    const leave = reception.onEvidence(() => {
      heard += 1;
    });
    const ask = (given: Answer) =>
      reception.answer(
        order(async () => given),
        request().mcp,
      );
    await ask(answer);
    expect(heard).toBe(0);
    const more = { ...answer, omitted: [{ what: "suspects", count: 3, handle: "ev_0123456789ab" }] };
    await ask(more);
    expect(heard).toBe(1);
    leave();
    await ask(more);
    expect(heard).toBe(1);
  });
});

function desk(): Desk {
  return new Desk(async () => engineFor("/repo"));
}

function order(work: (engine: Engine, call: Call) => Promise<Answer> = async () => answer): Order {
  return { tool: "some_tool", runsTests: true, seconds: 50, budgetTokens: 2000, run: async (...args) => work(...args) };
}

/** Work that starts a program which would never end, and the number of that program once it runs. */
function sleeper(): { work: (engine: Engine, call: Call) => Promise<Answer>; pid: Promise<number> } {
  const started = deferred<number>();
  const work = async (_: Engine, call: Call): Promise<Answer> => {
    const folder = await mkdtemp(join(tmpdir(), "sleeper-"));
    const ended = run({
      argv: ["sh", "-c", "echo $$ > pid && exec sleep 1000"],
      cwd: folder,
      env: process.env,
      deadline: call.deadline,
      ...(call.signal ? { signal: call.signal } : {}),
    });
    const pid = () => readFile(join(folder, "pid"), "utf8").catch(() => "");
    await vi.waitUntil(async () => (await pid()).endsWith("\n"));
    started.resolve(Number(await pid()));
    await ended;
    return answer;
  };
  return { work, pid: started.promise };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

type McpRequest = Parameters<Desk["answer"]>[1];

/** What the SDK hands to a tool, as far as a call of ours looks at it. */
function request(meta?: McpRequest["_meta"]) {
  const controller = new AbortController();
  const sent: Parameters<McpRequest["notify"]>[0][] = [];
  const mcp = {
    signal: controller.signal,
    ...(meta ? { _meta: meta } : {}),
    notify: async (notification: (typeof sent)[number]) => {
      sent.push(notification);
    },
  } as McpRequest;
  const told = () => sent.map(({ params }) => params?.["message"]);
  return { mcp, sent, told, cancel: () => controller.abort() };
}
