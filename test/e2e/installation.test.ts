import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyHome, hookNoise } from "./support/client.ts";
import { NEW_COUNTRY, zoneText } from "./support/expected.ts";
import { agentRuns, faultline, install, makeInstalledProject } from "./support/faultline.ts";
import { commitAll, leftovers, makeProject, pythonEnvironment } from "./support/project.ts";
import { mustRun } from "./support/tools.ts";

const COMMAND = "python -m pytest -q";
const told = [{ event: "PostToolUseFailure", text: zoneText(NEW_COUNTRY, "python -m pytest") }];

describe("an installation", () => {
  it("changes nothing that git sees but what it installs, and one commit makes the project clean", async () => {
    const project = await makeProject();
    await install(project);
    const changed = await leftovers(project);
    expect(changed.filter((entry) => !entry.slice(3).startsWith(".claude/"))).toEqual([]);
    await commitAll(project, "Install Faultline");
    const sizes = await mustRun(["git", "ls-tree", "-r", "--format=%(objectsize)", "HEAD", ".claude"], {
      cwd: project,
    });
    const bytes = sizes
      .trim()
      .split("\n")
      .reduce((sum, size) => sum + Number(size), 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(500 * 1024);
    const status = await mustRun(["git", "status", "--porcelain"], { cwd: project });
    expect(status).toBe("");
  });

  it("works for a teammate who only cloned the project", async () => {
    const project = await makeInstalledProject();
    const clone = join(dirname(project), "a teammate's clone");
    await mustRun(["git", "clone", "--quiet", project, clone]);
    await symlink(await pythonEnvironment(), join(clone, ".venv"));
    const { heard, home } = await agentRuns(clone, [COMMAND]);
    expect(heard[0]?.contexts).toEqual(told);
    expect(await hookNoise(home)).toEqual([]);
    expect(await mustRun(["git", "status", "--porcelain"], { cwd: clone })).toBe("");
  });

  it("finds node anew where the remembered one is gone", async () => {
    const project = await makeInstalledProject();
    await mkdir(join(project, ".claude/faultline/local"), { recursive: true });
    await writeFile(join(project, ".claude/faultline/local/node"), "/no/such/node\n");
    const { heard } = await agentRuns(project, [COMMAND]);
    expect(heard[0]?.contexts).toEqual(told);
  });

  it("works where a copy lost the gate's executable bit", async () => {
    const project = await makeInstalledProject();
    await chmod(join(project, ".claude/faultline/faultline-hook"), 0o644);
    const { heard, home } = await agentRuns(project, [COMMAND]);
    expect(heard[0]?.contexts).toEqual(told);
    expect(await hookNoise(home)).toEqual([]);
  });

  it("made twice speaks once", async () => {
    const project = await makeInstalledProject();
    await install(project);
    expect(await mustRun(["git", "status", "--porcelain"], { cwd: project })).toBe("");
    const { heard } = await agentRuns(project, [COMMAND]);
    expect(heard[0]?.contexts).toEqual(told);
  });

  it("with the local scope speaks", async () => {
    const project = await makeProject();
    await install(project, "--scope", "local");
    const { heard } = await agentRuns(project, [COMMAND]);
    expect(heard[0]?.contexts).toEqual(told);
  });

  it("with the user scope speaks in every project", async () => {
    const project = await makeProject();
    const home = await emptyHome();
    await faultline(["install-claude", "--repo", project, "--scope", "user"], home);
    expect(await leftovers(project)).toEqual([]);
    const { heard } = await agentRuns(await makeProject(), [COMMAND], { home });
    expect(heard[0]?.contexts).toEqual(told);
  });

  it("leaves the user's own hooks at work, and taken away again leaves them alone", async () => {
    const project = await makeProject();
    const own = '{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"Mind the zones."}}';
    const hooks = [{ matcher: "Bash", hooks: [{ type: "command", command: `printf '%s' '${own}'` }] }];
    const settings = join(project, ".claude/settings.json");
    await mkdir(dirname(settings));
    await writeFile(settings, `${JSON.stringify({ hooks: { PostToolUseFailure: hooks } }, null, 4)}\n`);
    const before = await readFile(settings, "utf8");
    await install(project);
    const both = (await agentRuns(project, [COMMAND])).heard[0]?.contexts ?? [];
    expect(both.map(({ text }) => text).sort()).toEqual([told[0]?.text, "Mind the zones."]);
    await faultline(["uninstall-claude", "--repo", project]);
    expect(await readFile(settings, "utf8")).toBe(before);
    const { heard } = await agentRuns(project, [COMMAND]);
    expect(heard[0]?.contexts.map(({ text }) => text)).toEqual(["Mind the zones."]);
  });

  it("taken away leaves the project as it was", async () => {
    const project = await makeProject();
    await install(project);
    await faultline(["uninstall-claude", "--repo", project]);
    expect(await leftovers(project)).toEqual([]);
    const { heard, home } = await agentRuns(project, [COMMAND]);
    expect(heard[0]?.contexts).toEqual([]);
    expect(await hookNoise(home)).toEqual([]);
  });
});
