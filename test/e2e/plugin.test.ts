import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyHome, hookNoise, runClient } from "./support/client.ts";
import { NEW_COUNTRY, zoneText } from "./support/expected.ts";
import { agentRuns } from "./support/faultline.ts";
import { makeProject } from "./support/project.ts";
import { mustRun } from "./support/tools.ts";

const expected = [{ event: "PostToolUseFailure", text: zoneText(NEW_COUNTRY, "python -m pytest") }];

let packed: string;
let project: string;

beforeAll(async () => {
  // The plugin is what the package holds: no more than that may be needed.
  packed = join(tmpdir(), "plugin with a space");
  await mkdir(packed);
  await mustRun(["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", packed]);
  await mustRun(["sh", "-c", "tar -xzf ./*.tgz"], { cwd: packed });
  project = await makeProject();
});

describe("the plugin", () => {
  it("is accepted by the client's own check", async () => {
    const home = await emptyHome();
    const { stdout, stderr, exitCode } = await runClient(["plugin", "validate", "--strict", join(packed, "package")], {
      cwd: project,
      home,
    });
    expect({ exitCode, text: stdout + stderr }).toMatchObject({ exitCode: 0 });
  });

  it("loaded from its folder, tells the same", async () => {
    const { heard, home } = await agentRuns(project, ["python -m pytest -q", "ls"], {
      args: ["--plugin-dir", join(packed, "package")],
    });
    expect(heard.map(({ contexts }) => contexts)).toEqual([expected, []]);
    expect(await hookNoise(home)).toEqual([]);
  });

  it("installed from a marketplace, tells the same", async () => {
    const home = await emptyHome();
    for (const args of [
      ["marketplace", "add", join(packed, "package")],
      ["install", "faultline"],
    ]) {
      const { stdout, stderr, exitCode } = await runClient(["plugin", ...args], { cwd: project, home });
      expect({ exitCode, text: stdout + stderr }).toMatchObject({ exitCode: 0 });
    }
    const { heard } = await agentRuns(project, ["python -m pytest -q"], { home });
    expect(heard.map(({ contexts }) => contexts)).toEqual([expected]);
    expect(await hookNoise(home)).toEqual([]);
  });
});
