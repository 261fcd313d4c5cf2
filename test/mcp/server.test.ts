import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../src/debugging/engine.ts";
import { limits } from "../../src/debugging/limits.ts";
import { fingerprint } from "../../src/evidence/fingerprint.ts";
import { putEvidence } from "../../src/evidence/store.ts";
import { loadTokenCounter } from "../../src/kernel/tokens.ts";
import { Desk } from "../../src/mcp/desk.ts";
import { makeServer } from "../../src/mcp/server.ts";
import { engineFor } from "../debugging/support.ts";

let engine: Engine;
let client: Client;

beforeAll(async () => {
  engine = engineFor(await realpath(await mkdtemp(join(tmpdir(), "served-"))));
  client = await connect(new Desk(async () => engine));
});

afterAll(() => client.close());

describe("the tools", () => {
  test("are seven, each with title, description, typed input and output and honest hints", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "failure_context",
      "investigate",
      "capture_values",
      "compare_runs",
      "search_code",
      "check_patch",
      "get_evidence",
    ]);
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(readOnly).toEqual(["search_code", "get_evidence"]);
    for (const tool of tools) {
      expect(tool.title).toMatch(/^[A-Z].{10,60}$/);
      expect(tool.description).toMatch(/Use it /);
      expect(tool.description).toMatch(/Errors: /);
      expect(tool.outputSchema?.required).toEqual(expect.arrayContaining(["omitted", "tokens"]));
    }
  });

  test("name their input in snake case, explain it, and refuse what they do not know", async () => {
    const { tools } = await client.listTools();
    for (const { name, inputSchema } of tools) {
      expect(inputSchema["additionalProperties"], name).toBe(false);
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect(field, name).toMatch(/^[a-z]+(_[a-z]+)*$/);
        expect(schema, `${name}.${field}`).toHaveProperty("description");
      }
    }
    const refused = await client.callTool({ name: "search_code", arguments: { query: "x", max: 3 } });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.content).toEqual([
      { type: "text", text: expect.stringMatching(/^[^\n]*search_code[^\n]*"max"[^\n]*$/) },
    ]);
  });

  test("cost a model that reads all of their descriptions less than 3,000 tokens", async () => {
    const { tools } = await client.listTools();
    const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const count = await loadTokenCounter();
    expect(count(JSON.stringify(shown))).toBeLessThan(3000);
    expect(count(client.getInstructions() ?? "")).toBeLessThan(150);
  });

  test("cost a client that reads all that is said of them less than 6,000 tokens", async () => {
    const { tools } = await client.listTools();
    const count = await loadTokenCounter();
    expect(count(JSON.stringify({ tools }))).toBeLessThan(6000);
  });

  test("keep the limits of their input in what clients are told, and say nothing that goes without saying", async () => {
    const { tools } = await client.listTools();
    const investigate = tools.find(({ name }) => name === "investigate");
    expect(investigate?.inputSchema.properties?.["budget_tokens"]).toMatchObject({
      type: "integer",
      minimum: limits.budgetTokens.least,
      maximum: limits.budgetTokens.most,
    });
    const late = { node_id: "test_a.py::test_a", deadline_seconds: limits.deadlineSeconds.most + 1 };
    const refused = await client.callTool({ name: "investigate", arguments: late });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("deadline_seconds") }] });
    expect(investigate?.outputSchema?.["properties"]).toMatchObject({
      suspects: { items: { $ref: "#/$defs/suspect" } },
      tokens: { properties: { used: { type: "integer" }, encoding: { const: "o200k_base" } } },
    });
    expect(JSON.stringify(tools)).not.toMatch(/9007199254740991|\$schema|"additionalProperties":\{\}/);
  });

  test("that are none are refused by name", async () => {
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(/no_such_tool/);
  });
});

describe("the evidence", () => {
  const handles: string[] = [];

  beforeAll(async () => {
    const { repo, python, env, pytestArgs } = engine;
    const now = await fingerprint({ repo, python, env, files: [], pytestArgs });
    for (let index = 0; index < 30; index += 1) {
      const evidence = { kind: "investigation", key: `test_a.py::test_${index}`, body: { index }, fingerprint: now };
      handles.push(await putEvidence(engine.state, evidence));
    }
  });

  test("is listed in pages, each piece once", async () => {
    const first = await client.request({ method: "resources/list", params: {} });
    expect(first.resources).toHaveLength(25);
    const rest = await client.request({ method: "resources/list", params: { cursor: first.nextCursor } });
    expect(rest.nextCursor).toBeUndefined();
    const resources = [...first.resources, ...rest.resources];
    const uris = resources.map(({ uri }) => uri);
    expect(uris.toSorted()).toEqual(handles.map((handle) => `faultline://evidence/${handle}`).toSorted());
    expect(resources[0]).toMatchObject({ title: expect.stringMatching(/^investigation of test_a\.py::test_\d+$/) });
  });

  test("is read by its handle", async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["faultline://evidence/{handle}"]);
    const uri = `faultline://evidence/${handles[7]}`;
    const { contents } = await client.readResource({ uri });
    const [content] = contents as { uri: string; mimeType: string; text: string }[];
    expect(content).toMatchObject({ uri, mimeType: "application/json" });
    expect(JSON.parse(content?.text ?? "")).toMatchObject({
      handle: handles[7],
      kind: "investigation",
      about: "test_a.py::test_7",
      stale: [],
      body: { index: 7 },
    });
  });

  test("that is not there, or no handle, is an error", async () => {
    for (const name of ["ev_000000000000", "..%2f..%2fetc%2fpasswd"]) {
      await expect(client.readResource({ uri: `faultline://evidence/${name}` })).rejects.toThrow(/not found/);
    }
    await expect(client.listResources({ cursor: "nonsense" })).rejects.toThrow(/cursor/);
  });
});

async function connect(desk: Desk): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await makeServer(desk, "1.2.3").connect(ours);
  const connected = new Client({ name: "test", version: "1" });
  await connected.connect(theirs);
  return connected;
}
