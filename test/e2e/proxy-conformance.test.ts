import { describe, expect, it } from "vitest";
import { runConformance, type ScenarioResult } from "./support/mcp/conformance.ts";
import { type PeerServer, startPeer } from "./support/mcp/peer-servers.ts";
import { faults, startHttpProxy } from "./support/mcp/proxy.ts";
import { startEverything } from "./support/mcp/reference-servers.ts";
import { type Toolbox, toolbox } from "./support/mcp/toolbox.ts";

const servers: [string, () => Promise<PeerServer>][] = [
  ["the reference server", startEverything],
  ["a server of both eras", () => startPeer("the TypeScript SDK 2.x")],
];

describe.each(servers)("the official conformance suite against %s", (_, start) => {
  it("as released, finds the same through the proxy, check by check", async () => {
    await expectTheSame(start, "conformance");
  });

  it("as it is for the era of 2026-07-28, finds the same through the proxy, check by check", async () => {
    await expectTheSame(start, "conformanceNext");
  });
});

/** The proxy turns away other names of this machine by itself; these servers, seen directly, do not. */
const REBINDING = "dns-rebinding-protection";

/** Runs a suite against two servers of a kind, one of them behind the proxy. */
async function expectTheSame(start: () => Promise<PeerServer>, suite: "conformance" | "conformanceNext") {
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
  expect(direct.flatMap(({ checks }) => checks).filter(({ status }) => status === "SUCCESS").length).toBeGreaterThan(
    10,
  );
  expect(without(REBINDING, proxied)).toEqual(without(REBINDING, direct));
  const [protectedBy, open] = [proxied, direct].map((found) => found.find(({ scenario }) => scenario === REBINDING));
  expect(protectedBy?.complaints).toEqual([]);
  expect(open?.complaints).toEqual([expect.stringMatching(/^localhost-host-rebinding-rejected: .* got 200$/)]);
}

function without(name: string, found: ScenarioResult[]): ScenarioResult[] {
  return found.filter(({ scenario }) => scenario !== name);
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
async function findings(
  { node, ...suites }: Toolbox,
  suite: "conformance" | "conformanceNext",
  url: string,
): Promise<ScenarioResult[]> {
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
