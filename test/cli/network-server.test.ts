import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeNetwork } from "../../src/network/world.ts";
import { connectClient } from "../e2e/support/mcp/typescript-peers.ts";

const cli = resolve("dist/cli.js");
const incident = { severity: "minor", title: "fan is loud", device_id: makeNetwork(4).devices[0]?.device_id };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "faultline-network-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("faultline network-server", () => {
  test.each(["2025-11-25", "2026-07-28"] as const)("serves the network of its seed to a client of %s", async (era) => {
    const client = await connectClient(reach("--seed", "4"), era);
    const { structuredContent } = await client.callTool({ name: "list_sites", arguments: {} });
    const { sites, revision } = makeNetwork(4);
    expect(structuredContent).toEqual({ sites, as_of: revision + 1 });
    await client.close();
  });

  test("keeps the network in a file and goes on from it", async () => {
    const file = join(folder, "network.json");
    const first = await connectClient(reach("--seed", "4", "--state", file), "2025-11-25");
    const made = await first.callTool({ name: "open_incident", arguments: incident });
    await first.close();
    const second = await connectClient(reach("--state", file), "2025-11-25");
    const { site_id, incident_id, as_of } = made.structuredContent as Record<string, string | number>;
    const { structuredContent } = await second.callTool({ name: "list_incidents", arguments: { site_id } });
    expect(structuredContent).toMatchObject({ as_of: Number(as_of) + 1 });
    expect(JSON.stringify(structuredContent)).toContain(`"${incident_id}"`);
    await second.close();
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ v: 1, seed: 4, revision: Number(as_of) + 1 });
  });

  test.each([
    [["--seed", "-1"], "--seed wants a whole number"],
    [["--state", "/no/such/folder/x.json"], "--state /no/such/folder/x.json: ENOENT"],
  ])("%j is refused in one line", async (args, message) => {
    const { exitCode, stdout, stderr } = await start(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^faultline: [^\n]*$/);
    expect(stderr).toContain(message);
  });

  test("a file with something else is refused and left as it is", async () => {
    const file = join(folder, "notes.json");
    writeFileSync(file, '{"v":1}');
    const { exitCode, stderr } = await start(["--state", file]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `faultline: --state ${file}: it does not hold the state of a network`,
    });
    expect(readFileSync(file, "utf8")).toBe('{"v":1}');
  });
});

function reach(...args: string[]) {
  return { stdio: [process.execPath, cli, "network-server", ...args] as [string, ...string[]], env: {} };
}

function start(args: string[]) {
  return execa(process.execPath, [cli, "network-server", ...args], { input: "", reject: false });
}
