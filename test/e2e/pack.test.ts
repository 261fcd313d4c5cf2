import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyHome, usualPath } from "./support/client.ts";
import { NEW_COUNTRY, zoneText } from "./support/expected.ts";
import { agentRuns } from "./support/faultline.ts";
import { makeProject, pythonEnvironment } from "./support/project.ts";
import { mustRun } from "./support/tools.ts";

let elsewhere: string;
let env: NodeJS.ProcessEnv;

/** Runs the installed command as a user would: by name, without a network. */
async function npxFaultline(...args: string[]): Promise<string> {
  return mustRun(["npx", "--no-install", "faultline", ...args], { cwd: elsewhere, env });
}

beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "elsewhere-"));
  const python = join(await pythonEnvironment(), "bin");
  env = { HOME: await emptyHome(), PATH: [python, ...usualPath()].join(":"), npm_config_offline: "true" };
  await mustRun(["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", elsewhere]);
  await writeFile(join(elsewhere, "package.json"), '{"private":true}\n');
  const [tarball = ""] = (await readdir(elsewhere)).filter((name) => name.endsWith(".tgz"));
  // Offline: the tarball must bring all that it needs.
  await mustRun(["npm", "install", "--no-audit", "--no-fund", `./${tarball}`], { cwd: elsewhere, env });
});

describe("the package, installed into an empty project elsewhere", () => {
  it("brings no other package", async () => {
    expect((await readdir(join(elsewhere, "node_modules"))).filter((name) => !name.startsWith("."))).toEqual([
      "faultline",
    ]);
  });

  it("npx faultline --help names the commands", async () => {
    const help = await npxFaultline("--help");
    for (const command of ["install-claude", "uninstall-claude", "doctor", "explain", "investigate", "serve"]) {
      expect(help).toContain(command);
    }
  });

  it("npx faultline --version", async () => {
    expect(await npxFaultline("--version")).toContain("0.1.0");
  });

  it("npx faultline demo shows what an agent sees without and with it", async () => {
    const shown = await npxFaultline("demo");
    expect(shown).toContain("Faultline: ");
    expect(shown).toMatch(/\d[\d,]* bytes/);
  });

  it("installs into a project, where the hook speaks without the package", async () => {
    const project = await makeProject();
    await npxFaultline("install-claude", "--repo", project);
    await mkdir(join(tmpdir(), "gone"), { recursive: true });
    await mustRun(["mv", elsewhere, join(tmpdir(), "gone")]);
    const { heard } = await agentRuns(project, ["python -m pytest -q"]);
    expect(heard[0]?.contexts).toEqual([
      { event: "PostToolUseFailure", text: zoneText(NEW_COUNTRY, "python -m pytest") },
    ]);
  });
});
