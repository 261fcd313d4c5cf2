// A scripted server stands in for a model here: what is tested is what the engine does with each kind of answer, and a
// real model gives none of them on demand.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Facts, plan } from "../../src/debugging/planner.ts";
import { chooseStep, plannerModel } from "../../src/debugging/planner-model.ts";

const facts: Facts = {
  done: ["alone", "coverage"],
  left: 5000,
  otherTestFiles: 2,
  alone: { status: "failed", seconds: 0.1, bareAssertion: false, origin: "none" },
  coverage: { target: "passed", similarPassing: true, complete: true },
};
const steps = plan(facts);
const [first, second] = steps;

interface Asked {
  path: string | undefined;
  body: string;
}

async function server(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const asked: Asked[] = [];
  const listening = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      asked.push({ path: request.url, body });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`, asked };
}

const says = (content: string) => (response: ServerResponse) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));
};

async function chosen(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const { url } = await server(answer);
  return chooseStep(steps, facts, { url });
}

describe("a planner model", () => {
  test("chooses among the steps of the plan, by id, and is told them and the facts alone", async () => {
    const { url, asked } = await server(says(JSON.stringify({ step: second?.id })));
    expect(await chooseStep(steps, facts, { url })).toEqual({ step: second, note: "the planner model chose order" });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe("/v1/chat/completions");
    const body = JSON.parse(asked[0]?.body ?? "");
    expect(body.response_format.json_schema.schema.properties.step.enum).toEqual(steps.map(({ id }) => id));
    expect(JSON.parse(body.messages.at(-1).content)).toEqual(JSON.parse(JSON.stringify({ known: facts, steps })));
  });

  test("that names another step is not followed", async () => {
    for (const step of ["step-9-shell", "rm -rf /", "", "step-3-alone"]) {
      const choice = await chosen(says(JSON.stringify({ step, share: 1, command: "x" })));
      expect(choice).toEqual({ step: first, note: "the planner model named no step of the plan: the rules chose" });
    }
  });

  test("that answers in another form is not followed", async () => {
    const answers = ["values", "{}", '{"step": 3}', "", '```json\n{"step":"x"}\n```'].map(says);
    answers.push((response) => response.end("<html>"));
    answers.push((response) => response.end('{"choices": []}'));
    for (const answer of answers) {
      const choice = await chosen(answer);
      expect(choice.step).toBe(first);
      expect(choice.note).toContain("its answer is not of the agreed form");
    }
  });

  test("that refuses, breaks off or talks without end is not followed", async () => {
    const refused = await chosen((response) => {
      response.statusCode = 503;
      response.end();
    });
    expect(refused.note).toContain("status 503");
    const broken = await chosen((_, request) => request.socket.destroy());
    expect(broken).toMatchObject({ step: first, note: expect.stringContaining("of no help") });
    const endless = await chosen((response) => response.end("x".repeat(1_000_000)));
    expect(endless.note).toContain("too long");
  });

  test("that does not answer costs a tenth of the time at most", async () => {
    const choice = await chosen(() => undefined);
    expect(choice).toEqual({
      step: first,
      note: "the planner model was of no help (it took too long): the rules chose",
    });
  });

  test("that sends elsewhere, or is not on this machine, is not asked", async () => {
    const { url: elsewhere, asked } = await server(says("{}"));
    const redirected = await chosen((response) => {
      response.writeHead(307, { location: `${elsewhere}/chat/completions` });
      response.end();
    });
    expect(redirected.step).toBe(first);
    expect(asked).toEqual([]);
    for (const url of [
      "http://192.0.2.1:8080/v1",
      "https://example.org/v1",
      "http://127.0.0.1.example.org/v1",
      "http://localhost@example.org/v1",
      "file:///etc/passwd",
      "nonsense",
    ]) {
      const choice = await chooseStep(steps, facts, { url });
      expect(choice).toMatchObject({ step: first, note: expect.stringMatching(/its address is/) });
    }
  });

  test("is not asked where the plan leaves no choice, or none is named", async () => {
    const { url, asked } = await server(says("{}"));
    expect(await chooseStep(steps.slice(0, 1), facts, { url })).toEqual({ step: first, note: undefined });
    expect(await chooseStep([], facts, { url })).toEqual({ step: undefined, note: undefined });
    expect(asked).toEqual([]);
    expect(plannerModel({})).toBeUndefined();
    expect(plannerModel({ FAULTLINE_PLANNER_URL: url })).toEqual({ url });
    expect(await chooseStep(steps, facts, undefined)).toEqual({ step: first, note: undefined });
  });
});
