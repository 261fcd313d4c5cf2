import { describe, expect, test } from "vitest";
import { z } from "zod";
import { workWithModel } from "../../src/benchmark/llm-agent.ts";
import { memoryStage } from "../../src/benchmark/memory-stage.ts";
import { play } from "../../src/benchmark/play.ts";
import { assignmentOf, runSession, sessionSeed } from "../../src/benchmark/session.ts";
import { createEngine } from "../../src/faults/engine.ts";
import { parseProfile } from "../../src/faults/profile.ts";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { makeNetwork } from "../../src/network/world.ts";
import { type ScriptedModel, scriptedModel, toldAfter, type Written } from "./scripted-model.ts";

const SEED = 5;
const network = makeNetwork(SEED);
const [site] = network.sites;
const [device] = network.devices;

function profileOf(rules = "") {
  const read = parseProfile(`name = "p"\nseed = ${SEED}\n${rules}`, "p.toml");
  if ("mistakes" in read) throw new Error(JSON.stringify(read.mistakes));
  return read.profile;
}

/** Lets a model work in a network, its calls under these faults. */
function work(model: ScriptedModel, { rules = "", agent = "llm" } = {}) {
  const profile = profileOf(rules);
  const stage = memoryStage({ network, source: createEngine(profile, SEED), profile: profile.name, seed: SEED });
  const assignment = { prompt: "How many sites are there?", answer: z.strictObject({ sites: z.number() }) };
  return play(stage, (client) => workWithModel({ agent, model, client, assignment, during: stage.during }));
}

const submit = (answer: unknown): Written => [["submit_answer", { answer }]];
const done = submit({ sites: 3 });

describe("a model at work", () => {
  test("sees the server's tools with their schemas, and two to end its work", async () => {
    const model = scriptedModel(done);
    await work(model);
    const tools = model.asked[0]?.tools ?? [];
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["list_sites", "open_incident"]));
    expect(tools.at(-2)).toMatchObject({
      name: "submit_answer",
      inputSchema: { properties: { answer: { type: "object", required: ["sites"] } }, required: ["answer"] },
    });
    expect(tools.at(-1)?.name).toBe("report_failure");
    expect(model.asked[0]?.messages).toEqual([{ role: "user", text: "How many sites are there?" }]);
  });

  test("its calls are attempts of the client, and it is told what they gave", async () => {
    const model = scriptedModel([["list_sites", {}]], ([listed]) =>
      submit({ sites: (listed as { sites: unknown[] }).sites.length }),
    );
    const { ending, attempts } = await work(model);
    expect(ending).toEqual({ answer: { sites: network.sites.length } });
    expect(attempts).toMatchObject([{ tool: "list_sites", call: 1, attempt: 1, write: false, outcome: "ok" }]);
    expect(toldAfter(model, 1)).toHaveLength(1);
  });

  test("calls of one turn are made in their order, up to the one that ends the work", async () => {
    const model = scriptedModel([
      ["get_site", { site_id: site?.site_id }],
      ["get_device", { device_id: device?.device_id }],
      ["report_failure", { reason: "I do not know." }],
      ["list_sites", {}],
    ]);
    const { ending, attempts } = await work(model);
    expect(ending).toEqual({ failure: "I do not know." });
    expect(attempts.map(({ tool, call }) => [tool, call])).toEqual([
      ["get_site", 1],
      ["get_device", 2],
    ]);
  });

  test("time stands while the model thinks", async () => {
    const quick = scriptedModel([["list_sites", {}]], done);
    const slow: ScriptedModel = {
      ...quick,
      next: async (request) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return quick.next(request);
      },
    };
    expect((await work(slow)).tookMs).toBe(0);
  });

  test("only the advised agent is told of failures, and no agent why they happen", async () => {
    const plain = scriptedModel(done);
    const hinted = scriptedModel(done);
    await work(plain);
    await work(hinted, { agent: "llm-hinted" });
    expect(plain.asked[0]?.system).not.toMatch(/idempotency_key|as_of/);
    expect(hinted.asked[0]?.system).toMatch(/idempotency_key[\s\S]*as_of/);
    expect(hinted.asked[0]?.system).not.toMatch(/inject|fault|simulat|chaos|\btest|proxy|benchmark/i);
  });
});

describe("what a model does wrong is told to it", () => {
  test.each<[string, Written, RegExp]>([
    ["a tool that does not exist", [["reboot", {}]], /There is no tool reboot\. The tools are: list_sites, /],
    ["arguments that are no object", [["list_sites", undefined]], /list_sites are no JSON object: \{oops/],
    ["arguments that the server refuses", [["get_site", { site: 1 }]], /^get_site failed: .*site_id/],
    ["a site that does not exist", [["get_site", { site_id: "x-1" }]], /^get_site failed: .*x-1/],
    ["an answer of another shape", submit({ sites: "three", more: 1 }), /^Not accepted: .*answer\.sites: /],
    ["no answer in the answer", [["submit_answer", {}]], /^Not accepted: answer: /],
    ["a report without a reason", [["report_failure", {}]], /wants a reason/],
    ["a turn without calls", "There are three sites.", /call submit_answer/],
    ["a call that the server could not read", { stop: "invalid" }, /no valid call/],
    ["a turn that was cut", { stop: "length", text: "Well, " }, /too long/],
  ])("%s", async (_, written, told) => {
    const model = scriptedModel(written, done);
    expect((await work(model)).ending).toEqual({ answer: { sites: 3 } });
    expect(toldAfter(model, 1)).toEqual([expect.stringMatching(told)]);
  });

  test("no call of a turn that was cut is made, not even an answer", async () => {
    const cut = { id: "1", name: "list_sites", args: {}, raw: "{}" };
    const answer = { id: "2", name: "submit_answer", args: { answer: { sites: 3 } }, raw: "" };
    const model = scriptedModel({ calls: [cut, answer], stop: "length" }, [["report_failure", { reason: "no" }]]);
    const { ending, attempts } = await work(model);
    expect(ending).toEqual({ failure: "no" });
    expect(attempts).toEqual([]);
    expect(toldAfter(model, 1)).toEqual([expect.stringMatching(/^Not done/), expect.stringMatching(/^Not done/)]);
  });
});

describe("work ends", () => {
  test("when the model refuses", async () => {
    const { ending } = await work(scriptedModel({ stop: "refusal", text: "I can't." }));
    expect(ending).toEqual({ failure: "the model refused to go on" });
  });

  test("after forty turns", async () => {
    const model = scriptedModel([["list_sites", {}]]);
    expect((await work(model)).ending).toEqual({ failure: "no answer in 40 turns" });
    expect(model.asked).toHaveLength(40);
  });

  test("when too many tokens are spent", async () => {
    const model = scriptedModel({ text: "Hm.", usage: { input: 200_000, output: 50_000, cached: 0 } });
    expect((await work(model)).ending).toEqual({ failure: "no answer in 500000 tokens" });
    expect(model.asked).toHaveLength(2);
  });

  test("without a verdict on the agent when the model cannot be reached", async () => {
    const away = new FaultlineError("model-failed", "scripted: status 401: no key");
    const model = { ...scriptedModel(), next: () => Promise.reject(away) };
    await expect(work(model)).rejects.toBe(away);
  });
});

describe("a model under faults", () => {
  test("repeating a call that failed is a further attempt of it, also with another idempotency key", async () => {
    const open = { device_id: device?.device_id, severity: "minor", title: "t" };
    const model = scriptedModel(
      [["open_incident", { ...open, idempotency_key: "a" }]],
      [["open_incident", { ...open, idempotency_key: "b" }]],
      [["open_incident", { ...open, title: "u" }]],
      [["open_incident", { ...open, idempotency_key: "a" }]],
      done,
    );
    const { attempts } = await work(model, { rules: '[[faults]]\nkind = "error"\nfirst = 1' });
    expect(attempts.map(({ call, attempt, write, outcome }) => ({ call, attempt, write, outcome }))).toEqual([
      { call: 1, attempt: 1, write: true, outcome: "protocol_error" },
      { call: 1, attempt: 2, write: true, outcome: "ok" },
      { call: 2, attempt: 1, write: true, outcome: "ok" },
      { call: 3, attempt: 1, write: true, outcome: "ok" },
    ]);
    expect(toldAfter(model, 1)[0]).toMatch(/^open_incident failed: /);
  });

  test("a call without response fails once its time is over, on simulated time", async () => {
    const model = scriptedModel([["list_sites", {}]], [["list_sites", {}]], done);
    const { attempts, tookMs } = await work(model, { rules: '[[faults]]\nkind = "timeout"\nfirst = 1' });
    expect(attempts.map(({ outcome }) => outcome)).toEqual(["timeout", "ok"]);
    expect(tookMs).toBe(5000);
  });

  test("renamed arguments are seen once the server has said that its tools changed", async () => {
    const rules = `[[faults]]\nkind = "schema_drift"\ntools = ["get_site"]\nafter = 1\nnotify = true
rename_args = { site_id = "site" }`;
    const model = scriptedModel(
      [["get_site", { site_id: site?.site_id }]],
      [["get_site", { site_id: site?.site_id }]],
      [["get_site", { site: site?.site_id }]],
      done,
    );
    const { attempts } = await work(model, { rules });
    expect(attempts.map(({ outcome }) => outcome)).toEqual(["ok", "protocol_error", "ok"]);
    const schema = (turn: number) => model.asked[turn]?.tools.find(({ name }) => name === "get_site")?.inputSchema;
    expect(schema(0)).toMatchObject({ required: ["site_id"] });
    expect(schema(2)).toMatchObject({ required: ["site"] });
  });
});

describe("judged like every agent", () => {
  const dropped = profileOf('[[faults]]\nkind = "timeout"\ntools = ["open_incident"]\nfirst = 1');

  /** The assignment that a session of `profile` gives, solved by a model that repeats what failed. */
  function solver(profile: typeof dropped, key: object) {
    const { assignment, network: given } = assignmentOf("open_incident", sessionSeed(profile, "open_incident", 0));
    const [write] = assignment.writes;
    if (write?.kind !== "incident") throw new Error("the task opens an incident");
    const { device_id, site_id, severity, title } = write.record;
    const before = given.incidents.filter((each) => each.site_id === site_id && each.state === "open").length;
    const open: Written = [["open_incident", { device_id, severity, title, ...key }]];
    return scriptedModel(
      [
        ["get_device", { device_id }],
        ["list_incidents", { site_id }],
      ],
      open,
      ([result]) => (typeof result === "string" ? open : [["list_incidents", { site_id }]]),
      [["list_incidents", { site_id }]],
      ([list]) => {
        const { incidents } = list as { incidents: { incident_id: string; title: string }[] };
        const incident_id = incidents.find((each) => each.title === title)?.incident_id;
        return submit({ incident_id, severity, open: before + 1 });
      },
    );
  }

  const session = (profile: typeof dropped, key: object) =>
    runSession({
      profile,
      agent: "llm",
      task: "open_incident",
      iteration: 0,
      over: "memory",
      model: solver(profile, key),
    });

  test("a model that does everything right succeeds", async () => {
    const { result } = await session(profileOf(), {});
    expect(result).toMatchObject({ verdict: "success", retries: 0, duplicateWrites: 0 });
  });

  test("a write that is repeated blindly is counted, and what it doubled", async () => {
    const { result } = await session(dropped, {});
    expect(result).toMatchObject({ verdict: "failed_silent", retries: 1, blindWriteRetries: 1, duplicateWrites: 1 });
  });

  test("one that is repeated under its key is a recovery", async () => {
    const { result } = await session(dropped, { idempotency_key: "once" });
    expect(result).toMatchObject({ verdict: "recovered", retries: 1, blindWriteRetries: 0, duplicateWrites: 0 });
  });

  test("an agent without a model is refused in one line", async () => {
    const request = { profile: dropped, agent: "llm", task: "open_incident", iteration: 0, over: "memory" as const };
    await expect(runSession(request)).rejects.toMatchObject({ code: "bad-request" });
  });
});
