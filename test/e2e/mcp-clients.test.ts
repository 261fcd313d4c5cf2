import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../src/kernel/tokens.ts";
import { NEW_COUNTRY } from "./support/expected.ts";
import { inspectorPeer } from "./support/mcp/inspector-peer.ts";
import type { Called, Peer, Reach } from "./support/mcp/peer.ts";
import { pythonPeer } from "./support/mcp/python-peer.ts";
import { type HttpServer, startHttpServer, stdioReach } from "./support/mcp/server.ts";
import { newTypeScriptPeer, oldTypeScriptPeer } from "./support/mcp/typescript-peers.ts";
import { leftovers, makeProject } from "./support/project.ts";

const OLD = "2025-11-25";
const NEW = "2026-07-28";
const [TEST = ""] = NEW_COUNTRY;

/** Who connects how, and the version of the protocol that both must agree on, where the client tells it. */
const clients: [string, (reach: Reach) => Promise<Peer>, { stdio: string | undefined; http: string | undefined }][] = [
  ["the TypeScript SDK 1.x", oldTypeScriptPeer, { stdio: undefined, http: OLD }],
  ["the TypeScript SDK 2.x", (reach) => newTypeScriptPeer(reach, NEW), { stdio: NEW, http: NEW }],
  ["the Python SDK 1.x", (reach) => pythonPeer(reach, 1, OLD), { stdio: OLD, http: OLD }],
  ["the Python SDK 2.x", (reach) => pythonPeer(reach, 2, NEW), { stdio: NEW, http: NEW }],
  ["the Inspector's command line", inspectorPeer, { stdio: undefined, http: undefined }],
];

let project: string;
let before: string[];
let server: HttpServer;

beforeAll(async () => {
  project = await makeProject({ fillers: { files: 0, lines: 2 } });
  before = await leftovers(project);
  server = await startHttpServer(project);
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

describe.each(clients)("%s", (_, connect, versions) => {
  it("uses all seven tools on standard input and output", async () => {
    const peer = await connect(await stdioReach(project));
    expect(peer.version).toBe(versions.stdio);
    await useEverything(peer);
  });

  it("uses all seven tools over HTTP", async () => {
    const peer = await connect(server.reach);
    expect(peer.version).toBe(versions.http);
    await useEverything(peer);
  });
});

/** What an agent that works on the failure of the missing zone would ask for, with what it must hear. */
async function useEverything(peer: Peer): Promise<void> {
  try {
    expect(await peer.tools()).toHaveLength(7);
    await fits(peer, "failure_context", {
      status: "failed",
      failure: { nodeId: TEST, exception: { type: "AttributeError" }, crash: { path: "parcels/pricing.py", line: 17 } },
      origin: { status: "found", steps: expect.arrayContaining([ORIGIN]) },
    });
    const told = await fits(
      peer,
      "investigate",
      {
        suspects: expect.arrayContaining([expect.objectContaining({ path: "parcels/zones.py", line: 22 })]),
        coverage: { complete: true },
        evidence: expect.stringMatching(/^ev_[0-9a-f]{12}$/),
      },
      { budget_tokens: 900 },
    );
    if (told.progress) expect(told.progress.length).toBeGreaterThan(0);
    await fits(
      peer,
      "capture_values",
      { outcome: "failed", hits: [{ path: "parcels/zones.py", line: 27, values: expect.arrayContaining([FOUND]) }] },
      { at: ["parcels/zones.py:27"], names: ["found"] },
    );
    await fits(peer, "compare_runs", { passing: { nodeId: HOME } }, { passing: HOME });
    const search = await peer.call("search_code", { query: "def find_zone" });
    expect(search.structured).toMatchObject({ matches: [{ path: "parcels/zones.py", line: 21 }] });
    await fits(peer, "check_patch", { verdict: "same-failure", testEdited: false }, { suite: "none" });
    await readsWhatWasLeftOut(peer, told);
    const refused = await peer.call("failure_context", { node_id: "../elsewhere/test_x.py::test_y" });
    expect(refused.isError).toBe(true);
    expect(refused.text.trim().split("\n")).toHaveLength(1);
  } finally {
    await peer.close();
  }
  expect(await leftovers(project)).toEqual(before);
}

const ORIGIN = expect.objectContaining({ path: "parcels/zones.py", line: 22, source: "found = None" });
const HOME = "tests/test_invoice.py::test_home";
const FOUND = expect.objectContaining({ name: "found", value: "None" });

/** Calls a tool about the failing test; the answer is as expected, the same as text, and within its budget. */
async function fits(
  peer: Peer,
  tool: string,
  expected: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Called> {
  const called = await peer.call(tool, { node_id: TEST, ...more });
  expect(called.isError, called.text).toBe(false);
  expect(called.structured, tool).toMatchObject(expected);
  expect(JSON.parse(called.text)).toEqual(called.structured);
  const count = await loadTokenCounter();
  expect(count(called.text), tool).toBeLessThanOrEqual(Number(more["budget_tokens"] ?? 2000));
  return called;
}

async function readsWhatWasLeftOut(peer: Peer, told: Called): Promise<void> {
  const { omitted, evidence } = told.structured as { omitted: { handle: string }[]; evidence: string };
  expect(omitted.length).toBeGreaterThan(0);
  for (const handle of [omitted[0]?.handle, evidence]) {
    const page = await peer.call("get_evidence", { handle });
    expect(page.structured, page.text).toMatchObject({ handle, stale: [] });
  }
  const uri = `faultline://evidence/${evidence}`;
  expect(await peer.resources()).toContain(uri);
  expect(JSON.parse(await peer.read(uri))).toMatchObject({ about: TEST, kind: "investigation" });
}
