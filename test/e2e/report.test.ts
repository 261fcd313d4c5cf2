import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { hookNoise } from "./support/client.ts";
import { NEW_COUNTRY, zoneText } from "./support/expected.ts";
import { agentRuns, faultline, install, makeInstalledProject, whySilent } from "./support/faultline.ts";
import { commitAll, makeProject } from "./support/project.ts";
import { isThere } from "./support/tools.ts";

// No cache of pytest's: it would name the failing tests too.
const PYTEST = "python -m pytest -q -p no:cacheprovider";
const zone = zoneText(NEW_COUNTRY, "python -m pytest", { options: "-p no:cacheprovider " });

/** Those that the client knows, as far as they are here. */
const SHELLS = ["/bin/bash", "/bin/zsh"].filter((path) => existsSync(path));

let project: string;

beforeAll(async () => {
  project = await makeProject();
  await install(project, "--report");
  await commitAll(project, "Install Faultline");
});

/** Reports of a home that no hook has read. */
async function unread(home: string): Promise<string[]> {
  const files = await readdir(join(home, ".local/state/faultline/reports"), { recursive: true });
  return files.filter((file) => file.endsWith(".jsonl"));
}

describe("with --report", () => {
  it.each([
    ["piped to /dev/null", `${PYTEST} >/dev/null 2>&1 || true`],
    ["filtered to a count", `${PYTEST} --tb=no | grep -c passed`],
    ["spread over workers", `${PYTEST} -n 2 >/dev/null; true`],
    ["in another folder", `mkdir -p sub; cd sub && (cd .. && ${PYTEST} >/dev/null); cd ..`],
  ])("a failing run is explained though its output shows nothing: %s", async (_, command) => {
    const { heard, home } = await agentRuns(project, [command]);
    expect(heard[0]?.results[0]?.isError).toBe(false);
    expect(heard[0]?.contexts).toEqual([{ event: "PostToolUse", text: zone }]);
    expect(heard[0]?.rest).toEqual([]);
    expect(await hookNoise(home)).toEqual([]);
    expect(await unread(home)).toEqual([]);
  });

  it("200 KB of output with its end cut away: the same", async () => {
    const { heard } = await agentRuns(project, [`${PYTEST} -s tests/test_labels.py tests/test_invoice.py`]);
    expect(heard[0]?.results[0]?.text).toMatch(/^Exit code 1\n[\s\S]*characters truncated/);
    expect(heard[0]?.results[0]?.text).not.toContain("test_new_country");
    expect(heard[0]?.contexts).toEqual([{ event: "PostToolUseFailure", text: zone }]);
  });

  it.each(SHELLS)("whichever of its shells the client takes: %s, in a folder with a quote", async (shell) => {
    const own = await makeProject({ name: "dev's parcels" });
    await install(own, "--report");
    const command = `echo "\${BASH_VERSION:+bash}\${ZSH_VERSION:+zsh}"; ${PYTEST} >/dev/null; true`;
    const { heard } = await agentRuns(own, [command], { env: { SHELL: shell } });
    expect(heard).toMatchObject([
      { results: [{ text: basename(shell) }], contexts: [{ event: "PostToolUse", text: zone }] },
    ]);
  });

  it("passing runs stay silent at the gate, also after a failure that was explained", async () => {
    const passing = `${PYTEST} tests/test_zones.py >/dev/null`;
    const { heard, home } = await agentRuns(project, [passing, `${PYTEST} >/dev/null; true`, passing, passing]);
    expect(heard.map(({ contexts }) => contexts.length)).toEqual([0, 1, 0, 0]);
    expect(await hookNoise(home)).toEqual([]);
    // On record is the call that spoke: no later one came past the gate.
    expect(await whySilent(home)).toBeUndefined();
  });

  it("the same failure is told once, whether it was printed or reported", async () => {
    const { heard, home } = await agentRuns(project, [PYTEST, `${PYTEST} >/dev/null; true`, `${PYTEST} | tail -30`]);
    expect(heard.map(({ contexts }) => contexts.length)).toEqual([1, 0, 0]);
    expect(await whySilent(home)).toBe("already-explained");
  });

  it("the user's own PYTHONPATH is kept, and a session that goes on is told once", async () => {
    const own = await makeProject();
    await mkdir(join(own, ".claude"));
    await writeFile(join(own, ".claude/settings.json"), JSON.stringify({ env: { PYTHONPATH: "/own/modules" } }));
    await install(own, "--report");
    const plugin = join(own, ".claude/faultline/probe/faultline_report-1-py3-none-any.whl");
    const first = await agentRuns(own, ['echo "$PYTHONPATH"']);
    const again = await agentRuns(own, ['echo "$PYTHONPATH"', `${PYTEST} >/dev/null; true`], {
      home: first.home,
      args: ["--continue"],
    });
    const texts = [first, again].map(({ heard }) => heard.at(-1 - Number(heard.length > 1))?.results[0]?.text);
    expect(texts).toEqual([`${plugin}:/own/modules`, `${plugin}:/own/modules`]);
    expect(again.heard.at(-1)?.contexts).toHaveLength(1);
    const folder = join(first.home, ".claude/session-env", String(again.result?.session_id));
    const exported = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), "utf8")));
    expect(exported.join("").match(/FAULTLINE_REPORT_DIR=/g)).toHaveLength(1);
  });

  it("a session that goes on after an uninstall runs its commands as before", async () => {
    const own = await makeProject();
    await install(own, "--report");
    const commands = [`echo "[$PYTHONPATH$FAULTLINE_REPORT_DIR]"; ${PYTEST} tests/test_zones.py | tail -1`];
    const { home, heard: before } = await agentRuns(own, commands);
    await faultline(["uninstall-claude", "--repo", own]);
    const { heard } = await agentRuns(own, [...commands, ...commands], { home, args: ["--continue"] });
    expect(before[0]?.results[0]?.text).toMatch(/^\[.*report.*\]\n\d+ passed/);
    expect(heard.at(-1)?.results[0]?.text).toMatch(/^\[\]\n\d+ passed/);
    expect(await hookNoise(home)).toEqual([]);
  });
});

describe("without --report", () => {
  it("nothing is exported, nothing is written, and such a run stays silent at the gate", async () => {
    const own = await makeInstalledProject();
    const command = `${PYTEST} >/dev/null; echo "[$PYTHONPATH$FAULTLINE_REPORT_DIR]"`;
    const { heard, home } = await agentRuns(own, [command]);
    expect(heard).toMatchObject([{ results: [{ text: "[]" }], contexts: [], rest: [] }]);
    expect(await whySilent(home)).toBe("gate");
    expect(await isThere(join(home, ".local/state/faultline/reports"))).toBe(false);
  });
});
