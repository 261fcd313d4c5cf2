import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../src/kernel/process.ts";
import { hookNoise, usualPath } from "./support/client.ts";
import { agentRuns, makeInstalledProject } from "./support/faultline.ts";
import { heardWithPrompt } from "./support/heard.ts";

/** Runs what would make a sound installation speak, twice, and expects no text for the model, no error for the user. */
async function expectSilence(project: string, launcher?: readonly [string, ...string[]]): Promise<void> {
  const { heard, requests, home, result } = await agentRuns(
    project,
    ["python -m pytest -q", "cd services/tracking && python -m pytest | tail -3"],
    { prompt: "Fix the failing test.", ...(launcher ? { launcher } : {}) },
  );
  expect(heard.map(({ results }) => results[0]?.isError)).toEqual([true, false]);
  expect(heard.map(({ contexts, rest }) => [contexts, rest])).toEqual([
    [[], []],
    [[], []],
  ]);
  expect(heardWithPrompt(requests).contexts).toEqual([]);
  expect(await hookNoise(home)).toEqual([]);
  expect(result?.is_error).toBe(false);
}

describe("a broken installation is silent:", () => {
  const damages: [string, (installation: string) => Promise<unknown>][] = [
    ["hook-main.cjs is gone", (at) => rm(join(at, "hook-main.cjs"))],
    ["hook-main.cjs is broken", (at) => writeFile(join(at, "hook-main.cjs"), "import {")],
    ["hook.cjs is gone", (at) => rm(join(at, "hook.cjs"))],
    ["hook.cjs is broken", (at) => writeFile(join(at, "hook.cjs"), "import {")],
    ["config.json is broken", (at) => writeFile(join(at, "config.json"), "{")],
    ["the gate is gone", (at) => rm(join(at, "faultline-hook"))],
    ["everything but the settings is gone", (at) => rm(at, { recursive: true })],
    ["the remembered node cannot run it", (at) => writeFile(join(at, "local/node"), "/bin/false\n")],
  ];
  it.each(damages)("%s", async (_, damage) => {
    const project = await makeInstalledProject();
    await damage(join(project, ".claude/faultline"));
    await expectSilence(project);
  });

  it("there is no node on the machine", async ({ skip }) => {
    const launcher = await withoutNode();
    if (launcher === undefined) skip("no mount namespace to be had here");
    await expectSilence(await makeInstalledProject(), launcher);
  });
});

/** A launcher in whose world every node of this machine is an empty file; undefined where that cannot be had. */
async function withoutNode(): Promise<readonly [string, ...string[]] | undefined> {
  const places = [...new Set([process.execPath, ...usualPath().map((folder) => join(folder, "node"))])];
  const hide = places.map((place) => `if [ -e '${place}' ]; then mount --bind /dev/null '${place}' || exit 90; fi`);
  const launcher = ["unshare", "--mount", "sh", "-c", `${hide.join("; ")}; exec "$@"`, "sh"] as const;
  const tried = await run({ argv: [...launcher, "true"], cwd: "/", env: process.env, deadline: 10_000 });
  return tried.exitCode === 0 ? launcher : undefined;
}
