import { describe, expect, it } from "vitest";
import { runConformance, type ScenarioResult } from "./support/mcp/conformance.ts";
import { type PeerServer, startConformanceServer } from "./support/mcp/peer-servers.ts";
import { faults, startHttpProxy } from "./support/mcp/proxy.ts";
import { startEverything } from "./support/mcp/reference-servers.ts";
import { type Toolbox, toolbox } from "./support/mcp/toolbox.ts";

type Suite = "conformance" | "conformanceNext";

/** The proxy turns away other names of this machine by itself, which is all that may be better through it. */
const REBINDING = "dns-rebinding-protection";

interface Kind {
  start: () => Promise<PeerServer>;
  /** At least so many checks of each suite have to pass, or there would be little to compare. */
  passing: Record<Suite, number>;
  /** What a suite says of REBINDING when it sees the server without the proxy. */
  open: unknown[];
}

const kinds: [string, Kind][] = [
  [
    "the reference server",
    {
      start: startEverything,
      passing: { conformance: 10, conformanceNext: 10 },
      open: [expect.stringMatching(/^localhost-host-rebinding-rejected: .* got 200$/)],
    },
  ],
  [
    "a server that has what the suite asks for, in both eras",
    { start: startConformanceServer, passing: { conformance: 30, conformanceNext: 150 }, open: [] },
  ],
];

describe.each(kinds)("the official conformance suite against %s", (_, kind) => {
  it("as released, finds the same through the proxy, check by check", async () => {
    await expectTheSame(kind, "conformance");
  });

  it("as it is for the era of 2026-07-28, finds the same through the proxy, check by check", async () => {
    await expectTheSame(kind, "conformanceNext");
  });
});

/** Runs a suite against two servers of a kind, one of them behind the proxy. */
async function expectTheSame({ start, passing, open }: Kind, suite: Suite): Promise<void> {
  const tools = await toolbox();
  const [direct, proxied] = await Promise.all([
    withServer(start, (url) => findings(tools, suite, url)),
    withServer(start, async (url) => {
      const proxy = await startHttpProxy(url, await faults());
      try {
        return await findings(tools, suite, proxy.reach.url);
      } finally {
        expect(await proxy.stop()).toMatchObject({ exitCode: 0 });
      }
    }),
  ]);
  const passed = direct.flatMap(({ checks }) => checks).filter(({ status }) => status === "SUCCESS");
  expect(passed.length).toBeGreaterThanOrEqual(passing[suite]);
  const others = (found: ScenarioResult[]) => found.filter(({ scenario }) => scenario !== REBINDING);
  expect(others(proxied)).toEqual(others(direct));
  const complaints = (found: ScenarioResult[]) => found.find(({ scenario }) => scenario === REBINDING)?.complaints;
  expect([complaints(direct), complaints(proxied)]).toEqual([open, []]);
}

async function withServer<T>(start: () => Promise<PeerServer>, use: (url: string) => Promise<T>): Promise<T> {
  const server = await start();
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}

/** All that the suite wrote, with messages and headers, but for what is another in each run: ids, times and ports. */
async function findings({ node, ...suites }: Toolbox, suite: Suite, url: string): Promise<ScenarioResult[]> {
  const text = JSON.stringify(await runConformance(node, suites[suite], url));
  const same = text
    .replaceAll(new URL(url).host, "HOST")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, "DATE")
    // It belongs to the connection, not to the message.
    .replace(/"keep-alive":"[^"]*",/g, "")
    // Ids that the suite makes of the time.
    .replace(/\b1\d{12}\b/g, "0");
  return JSON.parse(same) as ScenarioResult[];
}
