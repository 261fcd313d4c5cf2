import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyHome, runClient, runSession, usualPath } from "./support/client.ts";
import { NEW_COUNTRY } from "./support/expected.ts";
import { install } from "./support/faultline.ts";
import { heardAfterEachTurn } from "./support/heard.ts";
import { makeProject } from "./support/project.ts";
import { mustRun } from "./support/tools.ts";

const TOOLS = [
  "failure_context",
  "investigate",
  "capture_values",
  "compare_runs",
  "search_code",
  "check_patch",
  "get_evidence",
].map((name) => `mcp__faultline__${name}`);

let project: string;
let home: string;

beforeAll(async () => {
  project = await makeProject({ fillers: { files: 0, lines: 2 } });
  const packed = await mkdtemp(join(tmpdir(), "packed-"));
  await mustRun(["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", packed]);
  const [tarball = ""] = await readdir(packed);
  const env = { HOME: await emptyHome(), PATH: usualPath().join(":"), npm_config_offline: "true" };
  await mustRun(["npm", "install", "-D", "--no-audit", "--no-fund", join(packed, tarball)], { cwd: project, env });
  await install(project, "--with-mcp");
  home = await emptyHome();
});

describe("install-claude --with-mcp", () => {
  it("lists the server for the client, which asks its user first", async () => {
    const { stdout } = await runClient(["mcp", "list"], { cwd: project, home });
    expect(stdout).toMatch(/^faultline: npx -y faultline serve --repo .* Pending approval/m);
  });

  it("once approved, lets the agent call the tools, two of them without looking for them", async () => {
    const approved = { hasTrustDialogAccepted: true, enabledMcpjsonServers: ["faultline"] };
    await writeFile(join(home, ".claude.json"), JSON.stringify({ projects: { [project]: approved } }));
    const { stdout } = await runClient(["mcp", "list"], { cwd: project, home });
    expect(stdout).toMatch(/^faultline: .* Connected/m);
    const { requests, strangers } = await runSession({
      cwd: project,
      home,
      script: [
        // The client loads other tools when they are looked for.
        { calls: [{ name: "ToolSearch", input: { query: "select:mcp__faultline__investigate" } }] },
        { calls: [{ name: "mcp__faultline__failure_context", input: { node_id: NEW_COUNTRY[0] } }] },
        { calls: [{ name: "ToolSearch", input: { query: `select:${TOOLS.join(",")}` } }] },
      ],
      args: ["--allowedTools", "mcp__faultline"],
    });
    expect(strangers).toEqual([]);
    const offered = requests.map(({ body }) => body?.tools?.map(({ name }) => name) ?? []);
    expect(offered[1]?.filter((name) => TOOLS.includes(name)).toSorted()).toEqual([
      "mcp__faultline__check_patch",
      "mcp__faultline__failure_context",
      "mcp__faultline__investigate",
    ]);
    expect(offered.at(-1)).toEqual(expect.arrayContaining(TOOLS));
    const [answer] = heardAfterEachTurn(requests)[1]?.results ?? [];
    expect(answer?.isError).toBe(false);
    expect(JSON.parse(answer?.text ?? "")).toMatchObject({ status: "failed", origin: { status: "found" } });
  });
});
