import { describe, expect, test } from "vitest";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { finish, fix, lastMessage, play } from "./play.ts";
import { calling } from "./script.ts";

describe("the loop of the agent", () => {
  test("edits, runs the test and finishes; tokens are those that the server counted", async () => {
    const { outcome, trace, asked } = await play([fix, calling("run_pytest"), finish("X was 1")]);
    expect(outcome).toMatchObject({
      ended: "finished",
      passes: true,
      message: "X was 1",
      turns: 3,
      calls: { edit_file: 1, run_pytest: 1, finish: 1 },
      usage: { input: 300, output: 30, cached: 120 },
    });
    expect(trace.map(({ kind }) => kind)).toEqual(["turn", "result", "turn", "result", "turn", "end"]);
    expect(lastMessage(asked[2])).toMatchObject({
      role: "tool",
      name: "run_pytest",
      text: expect.stringMatching(/^PASSED\n/),
    });
    expect(asked[0]).toMatchObject({ mustCall: true, maxTokens: 1000, messages: [{ role: "user", text: "opening" }] });
    expect(asked[0]?.tools.map(({ name }) => name)).toEqual(["look", "same", "edit_file", "run_pytest", "finish"]);
  });

  test("who says too early that it is done is told, once", async () => {
    const { outcome, asked } = await play([finish(), finish("cannot be done")]);
    expect(lastMessage(asked[1])).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^The test does not pass yet:\nFAILED/),
    });
    expect(outcome).toMatchObject({ ended: "finished", passes: false, message: "cannot be done", turns: 2 });
  });

  test("the same call with the same result is told, and at last it ends", async () => {
    const { outcome, asked } = await play([calling("same", { a: 1 })]);
    expect(outcome).toMatchObject({ ended: "stuck", turns: 7 });
    expect(lastMessage(asked[2])).toMatchObject({
      isError: true,
      text: "The same call brought the same in step 1. Do something else.",
    });
  });

  test("a turn that repeats itself is not carried out, and stays out of the conversation", async () => {
    const round = "I will look again. ";
    const { asked, trace, outcome } = await play([{ text: round.repeat(60), ...calling("look") }, fix, finish()]);
    expect(outcome).toMatchObject({ ended: "finished", passes: true, calls: { edit_file: 1, finish: 1 } });
    expect(asked[1]?.messages.slice(1)).toEqual([
      { role: "assistant", text: `${round.repeat(2)}…`, calls: [] },
      { role: "user", text: expect.stringMatching(/again and again and was not carried out/) },
    ]);
    expect(trace).toContainEqual(expect.objectContaining({ kind: "note" }));
  });

  test("who goes round in thoughts alone has said nothing", async () => {
    const { asked } = await play([{ stop: "stopped" as const }, fix, finish()]);
    expect(asked[1]?.messages[1]).toEqual({ role: "assistant", text: "(nothing)", calls: [] });
  });

  test("talk without a call is answered, and ends when it goes on", async () => {
    const { outcome, asked } = await play([{ text: "I think it is the price." }]);
    expect(lastMessage(asked[1])).toEqual({ role: "user", text: "Call a tool; when you are done, call finish." });
    expect(outcome).toMatchObject({
      ended: "stuck",
      reason: "the model calls no tools: 4 turns in a row were text alone",
      turns: 4,
      message: "I think it is the price.",
    });
  });

  test("who talks now and then, and calls tools, goes on", async () => {
    const talk = { text: "I look." };
    const { outcome } = await play([talk, talk, talk, calling("look"), talk, talk, talk, fix, finish()]);
    expect(outcome).toMatchObject({ ended: "finished", passes: true, turns: 9 });
  });

  test("calls that the server found to be none are no talk", async () => {
    const { outcome } = await play([{ stop: "invalid" as const }]);
    expect(outcome).toMatchObject({ ended: "stuck", reason: "the same again and again", turns: 6 });
  });

  test("an empty turn does not leave two messages of the same side behind each other", async () => {
    const { asked } = await play([calling("look"), {}, fix, finish()]);
    expect(asked[2]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "user"]);
  });

  test("unknown tools, broken arguments and calls of a turn that was cut are told, not made", async () => {
    const broken = { calls: [{ id: "b", name: "look", args: undefined, raw: "{oops" }] };
    const cut = { ...calling("look"), stop: "length" as const, usage: { input: 1, output: 1000, cached: 0 } };
    const { asked, outcome } = await play([calling("bash", { command: "ls" }), broken, cut, fix, finish()]);
    expect(lastMessage(asked[1])).toMatchObject({
      text: "There is no tool bash. The tools are look, same, edit_file, run_pytest.",
    });
    expect(lastMessage(asked[2])).toMatchObject({ text: "The arguments of look are no JSON object: {oops" });
    expect(lastMessage(asked[3])).toMatchObject({ text: "Not done: your turn was too long and has been cut." });
    expect(outcome.calls).toEqual({ unknown: 1, look: 2, edit_file: 1, finish: 1 });
  });

  test.each([
    ["a refusal", { stop: "refusal" as const, text: "I can't." }, { ended: "refusal", reason: "I can't." }],
    [
      "a model that cannot be reached",
      new FaultlineError("model-failed", "gemini x: 503"),
      { ended: "model-failed", reason: "gemini x: 503" },
    ],
  ])("%s ends it", async (_, line, ended) => {
    expect((await play([line])).outcome).toMatchObject(ended);
  });

  test("it ends after its turns, and when it is cancelled", async () => {
    expect((await play([calling("look")], { maxTurns: 3 })).outcome).toMatchObject({ ended: "turns", turns: 3 });
    const controller = new AbortController();
    const cancel = () => {
      controller.abort();
      return calling("look");
    };
    const { outcome } = await play([cancel], { place: { signal: controller.signal } });
    expect(outcome).toMatchObject({ ended: "cancelled", turns: 1 });
  });
});
