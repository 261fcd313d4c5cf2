import { describe, expect, test } from "vitest";
import { ContextOverflow } from "../../src/agent/context-overflow.ts";
import type { TurnRequest } from "../../src/agent/provider.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { finish, fix, play } from "./play.ts";
import { calling } from "./script.ts";

describe("the turns of the agent", () => {
  test("a turn that goes round is ended while it is written, and what the server did not count is said", async () => {
    const round = "I will look again. ";
    let rounds = 0;
    const goingRound = ({ watch }: TurnRequest) => {
      const soFar = (written: string) => ({ written, reading: undefined, output: undefined });
      while (rounds < 1000 && watch?.(soFar(round.repeat(rounds + 1)))) rounds += 1;
      const usage = { input: 100, output: 0, cached: 40, unreported: true as const };
      return { text: round.repeat(rounds), stop: "stopped" as const, usage };
    };
    const { asked, trace, outcome } = await play([goingRound, fix, finish()]);
    expect(rounds * round.length).toBeLessThan(1100);
    expect(asked[1]?.messages.slice(1)).toEqual([
      { role: "assistant", text: `${round.repeat(2)}…`, calls: [] },
      { role: "user", text: expect.stringMatching(/again and again and was not carried out/) },
    ]);
    expect(trace[0]).toMatchObject({ kind: "turn", stop: "stopped", usage: { output: 0, unreported: true } });
    expect(outcome).toMatchObject({ ended: "finished", unreportedTurns: 1, usage: { input: 300, output: 20 } });
  });

  test("an attempt that goes round is ended as early as one before it that broke off", async () => {
    const round = "I will look again. ";
    let rounds = 0;
    const again = ({ watch }: TurnRequest) => {
      const soFar = (written: string) => ({ written, reading: undefined, output: undefined });
      watch?.(soFar(Array.from({ length: 2000 }, (_, at) => `line ${at}`).join("\n")));
      while (rounds < 1000 && watch?.(soFar(round.repeat(rounds + 1)))) rounds += 1;
      return { stop: "stopped" as const };
    };
    await play([again, fix, finish()]);
    expect(rounds * round.length).toBeLessThan(1100);
  });

  test("attempts that broke off cost what the server told of them", async () => {
    const retried = ({ lost }: TurnRequest) => {
      lost?.({ input: 12_000, output: 100, cached: 10_000 });
      lost?.({ input: 12_000, output: 0, cached: 0, unreported: true });
      return fix;
    };
    const { trace, outcome } = await play([retried, finish()]);
    expect(outcome).toMatchObject({
      ended: "finished",
      turns: 2,
      unreportedTurns: 1,
      usage: { input: 24_200, output: 120, cached: 10_080 },
    });
    expect(trace.slice(0, 3)).toEqual([
      { kind: "lost", step: 1, usage: { input: 12_000, output: 100, cached: 10_000 } },
      { kind: "lost", step: 1, usage: { input: 12_000, output: 0, cached: 0, unreported: true } },
      expect.objectContaining({ kind: "turn", step: 1, usage: { input: 100, output: 10, cached: 40 } }),
    ]);
  });

  test.each(["cancelled", "model-failed"] as const)("so does the turn in which it ends: %s", async (ended) => {
    const controller = new AbortController();
    const broken = ({ lost }: TurnRequest) => {
      lost?.({ input: 500, output: 0, cached: 0, unreported: true });
      if (ended === "cancelled") controller.abort();
      return new FaultlineError("model-failed", "broken");
    };
    const { outcome, trace } = await play([calling("look"), broken], { place: { signal: controller.signal } });
    expect(outcome).toMatchObject({ ended, turns: 1, unreportedTurns: 1, usage: { input: 600, output: 10 } });
    expect(trace.slice(-2).map(({ kind, step }) => [kind, step])).toEqual([
      ["lost", 2],
      ["end", 1],
    ]);
  });

  test("a conversation that is too long is shortened from its oldest results on, and goes on", async () => {
    const tooLong = new ContextOverflow("too long");
    const { asked, trace, outcome } = await play([...Array(5).fill(calling("look")), tooLong, fix, finish()]);
    expect(outcome).toMatchObject({ ended: "finished", passes: true, turns: 7 });
    const texts = asked[6]?.messages.flatMap((message) => (message.role === "tool" ? [message.text.length] : []));
    expect(texts?.map((length) => length < 300)).toEqual([true, true, true, false, false]);
    expect(trace).toContainEqual({ kind: "shortened", step: 5, characters: expect.any(Number) });
  });

  test("a turn that is cut before its limit has come to the end of the model's context", async () => {
    const cut = { text: "so", stop: "length" as const, usage: { input: 4000, output: 90, cached: 0 } };
    const { trace, outcome, asked } = await play([...Array(4).fill(calling("look")), cut, fix, finish()]);
    expect(trace.some(({ kind }) => kind === "shortened")).toBe(true);
    expect(asked[5]?.messages.at(-1)).toMatchObject({ role: "tool" });
    expect(outcome.ended).toBe("finished");
  });

  test("where its tokens are not told nobody knows whether it has, and nothing is cut", async () => {
    const usage = { input: 0, output: 0, cached: 0, unreported: true as const };
    const cut = { text: "so", stop: "length" as const, usage };
    const { trace } = await play([...Array(4).fill(calling("look")), cut, fix, finish()]);
    expect(trace.map(({ kind }) => kind)).not.toContain("shortened");
  });

  test("where nothing is left to shorten it ends, and says why", async () => {
    const { outcome } = await play([calling("look"), () => new ContextOverflow("local: too long")]);
    expect(outcome).toMatchObject({ ended: "context-full", reason: "local: too long", turns: 1 });
  });
});
