import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NEW_COUNTRY } from "./support/expected.ts";
import { runConformance } from "./support/mcp/conformance.ts";
import { type Relay, startRelay } from "./support/mcp/relay.ts";
import { type HttpServer, startHttpServer } from "./support/mcp/server.ts";
import { toolbox } from "./support/mcp/toolbox.ts";
import { newTypeScriptPeer } from "./support/mcp/typescript-peers.ts";
import { makeProject } from "./support/project.ts";

/** Scenarios that any server has to pass. */
const APPLY = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** The same for the suite that knows the newer era. */
const APPLY_NEXT = [
  ...APPLY,
  "server-session-lifecycle",
  "sep-2164-resource-not-found",
  "http-header-validation",
  "input-required-result-unsupported-methods",
  "input-required-result-validate-input",
];

interface Group {
  why: string;
  /** All that the suite may complain of in these scenarios; each other check in them has to pass. */
  because: RegExp;
  scenarios: string[];
}

/** The rest, and why. The suite is written for a reference server with tools, resources and prompts of its own. */
const OTHERS: Group[] = [
  {
    why: "calls a tool of the reference server, which has the content, the error, the schema or the progress to check",
    because: /[Tt]ool '?(?:test_\w+|json_schema_2020_12_tool)'? not found/,
    scenarios: [
      "tools-call-simple-text",
      "tools-call-image",
      "tools-call-audio",
      "tools-call-embedded-resource",
      "tools-call-mixed-content",
      "tools-call-error",
      "tools-call-with-progress",
      "json-schema-2020-12",
    ],
  },
  {
    why: "calls a tool of the reference server that asks the client back, which no tool here does",
    because: /[Tt]ool '?test_\w+'? not found/,
    scenarios: [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
    ],
  },
  {
    why: "reads a resource of the reference server",
    because: /Resource not found: test:/,
    scenarios: ["resources-read-text", "resources-read-binary", "resources-templates-read"],
  },
  {
    why: "needs prompts, completion, logging or subscriptions, which this server does not offer and does not declare",
    because: /Method not found/,
    scenarios: [
      "logging-set-level",
      "completion-complete",
      "tools-call-with-logging",
      "resources-subscribe",
      "resources-unsubscribe",
      "prompts-list",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-embedded-resource",
      "prompts-get-with-image",
    ],
  },
  {
    why: "recommends streams that can be resumed, which serves nobody on one machine",
    because: /^server-sse-(?:priming-event|retry-field): Server did not send/,
    scenarios: ["server-sse-polling"],
  },
];

const OTHERS_NEXT: Group[] = [
  ...OTHERS,
  {
    why: "applies, but for checks that call diagnostic tools of the reference server",
    because: /Not testable: server does not list the diagnostic tool 'test_\w+'/,
    scenarios: ["server-stateless"],
  },
  {
    why: "applies, but for the check that lists prompts",
    because: /^sep-2549-prompts-list-caching-hints: .*Method not found/,
    scenarios: ["caching"],
  },
  {
    why: "needs a tool whose input comes in headers of its own",
    because: /server exposes no tool with x-mcp-header annotations/,
    scenarios: ["http-custom-header-server-validation"],
  },
  {
    why: "calls a tool of the reference server that needs more input from the client, which no tool here does",
    because:
      /Tool test_\w+ not found|Method not found|^sep-2322-(?:multi-round-r1: Expected|missing-response-rerequests: Server returned|reject-tampered-state: Prerequisite failed)/,
    scenarios: [
      "input-required-result-basic-elicitation",
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      "input-required-result-request-state",
      "input-required-result-multiple-input-requests",
      "input-required-result-multi-round",
      "input-required-result-missing-input-response",
      "input-required-result-non-tool-request",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "input-required-result-capability-check",
      "input-required-result-ignore-extra-params",
    ],
  },
  {
    why: "is about the extension for tasks, which this server does not declare",
    because: /^(?:sep-2663-|tasks-)/,
    scenarios: [
      "tasks-lifecycle",
      "tasks-capability-negotiation",
      "tasks-wire-fields",
      "tasks-request-state-removal",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-dispatch-and-envelope",
      "tasks-required-task-error",
      "tasks-mrtr-composition",
    ],
  },
];

/** Scenarios that find out for themselves that they do not apply: each check of theirs is skipped. */
const SKIPPED_BY_THE_SUITE = [
  "sep-2640-skills-directory",
  "sep-2640-skills-enumeration",
  "sep-2640-skills-manifest",
  "tasks-status-notifications",
];

let server: HttpServer;
let relay: Relay;

beforeAll(async () => {
  server = await startHttpServer(await makeProject({ fillers: { files: 0, lines: 2 } }));
  relay = await startRelay(server.reach);
  // Some scenarios read the first resource that is listed.
  const peer = await newTypeScriptPeer(server.reach, "2026-07-28");
  await peer.call("investigate", { node_id: NEW_COUNTRY[0] });
  expect(await peer.resources()).not.toEqual([]);
  await peer.close();
});

afterAll(async () => {
  await relay.close();
  await server.stop();
});

describe("the official conformance suite", () => {
  it("as released, for the era of 2025-11-25: all that applies passes", async () => {
    const { node, conformance } = await toolbox();
    expectConformance(await runConformance(node, conformance, relay.url), APPLY, OTHERS);
  });

  it("as it is for the era of 2026-07-28: all that applies passes", async () => {
    const { node, conformanceNext } = await toolbox();
    const results = await runConformance(node, conformanceNext, relay.url);
    expectConformance(results, [...APPLY_NEXT, ...SKIPPED_BY_THE_SUITE], OTHERS_NEXT);
  });
});

/** Every scenario is either among those that apply and has no complaint, or has the complaints of its group and no other. */
function expectConformance(
  results: readonly { scenario: string; complaints: string[] }[],
  apply: readonly string[],
  others: readonly Group[],
): void {
  const passed = results.filter(({ complaints }) => complaints.length === 0).map(({ scenario }) => scenario);
  expect(passed.toSorted()).toEqual(apply.toSorted());
  const explained = others.flatMap(({ scenarios }) => scenarios);
  const complaining = results.filter(({ complaints }) => complaints.length > 0);
  expect(complaining.map(({ scenario }) => scenario).toSorted()).toEqual(explained.toSorted());
  for (const { scenario, complaints } of complaining) {
    const { because } = others.find(({ scenarios }) => scenarios.includes(scenario)) as Group;
    for (const complaint of complaints) expect(complaint, scenario).toMatch(because);
  }
}
