import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { ContextOverflow } from "../../src/agent/context-overflow.ts";
import { editFile } from "../../src/agent/edit-file.ts";
import { type Outcome, work } from "../../src/agent/loop.ts";
import type { TurnRequest } from "../../src/agent/provider.ts";
import { runPytest } from "../../src/agent/run-pytest.ts";
import { type AgentTool, defineTool } from "../../src/agent/tool.ts";
import type { Workplace } from "../../src/agent/workplace.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { makeWorkplace } from "./place.ts";
import { calling, type Scripted, scripted } from "./script.ts";

/** Says something else each time. */
const look: AgentTool = (() => {
  let times = 0;
  return defineTool({
    name: "look",
    description: "",
    args: z.strictObject({ at: z.string().optional() }),
    run: () => `seen ${++times} ${"x".repeat(1000)}`,
  });
})();
const same = defineTool({ name: "same", description: "", args: z.looseObject({}), run: () => "always the same" });

/** Stands in for Python: takes any syntax, and its pytest passes once shop.py is as it should be. */
const PYTHON = `#!/bin/sh
[ "$2" = pytest ] || exit 0
for word; do case $word in --junit-xml=*) report=\${word#*=};; esac; done
echo '<testsuites><testsuite name="pytest" errors="0" skipped="0" tests="1">' > "$report"
grep -q 'X = 2' shop.py && echo "1 passed" && exit 0
echo "1 failed" && exit 1
`;

let python: string;
beforeAll(async () => {
  python = join(await mkdtemp(join(tmpdir(), "python-")), "python");
  await writeFile(python, PYTHON);
  await chmod(python, 0o755);
});

async function play(script: Scripted[], more: { maxTurns?: number; place?: Partial<Workplace> } = {}) {
  const files = { "shop.py": "X = 1\n", "tests/test_shop.py": "" };
  const workplace = await makeWorkplace(files, { python, ...more.place });
  const provider = scripted(...script);
  const trace: Record<string, unknown>[] = [];
  const outcome: Outcome = await work({
    provider,
    system: "system",
    opening: "opening",
    tools: [look, same, editFile, runPytest],
    workplace,
    trace: async (line) => void trace.push(line),
    maxTurns: more.maxTurns ?? 30,
    maxOutputTokens: 1000,
    progress: () => undefined,
    writing: () => undefined,
  });
  return { outcome, trace, asked: provider.asked, workplace };
}

const fix = calling("edit_file", { path: "shop.py", old_text: "X = 1", new_text: "X = 2" });
const finish = (summary = "done") => calling("finish", { summary });
const lastMessage = (asked: { messages: readonly unknown[] } | undefined) => asked?.messages.at(-1);

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

  test("where nothing is left to shorten it ends, and says why", async () => {
    const { outcome } = await play([calling("look"), () => new ContextOverflow("local: too long")]);
    expect(outcome).toMatchObject({ ended: "context-full", reason: "local: too long", turns: 1 });
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
