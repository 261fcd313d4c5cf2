import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { hookNoise } from "./support/client.ts";
import { NEW_COUNTRY, scansText, zoneText } from "./support/expected.ts";
import { agentRuns, makeInstalledProject, processesIn, setConfig } from "./support/faultline.ts";
import { leftovers, makeProject } from "./support/project.ts";
import { mustRun } from "./support/tools.ts";

const failure = (text: string) => [{ event: "PostToolUseFailure", text }];

describe("a session's memory", () => {
  it("the same failure again is silent, until the code has changed", async () => {
    const own = await makeInstalledProject();
    const { heard, home } = await agentRuns(own, [
      "python -m pytest -q",
      "python -m pytest tests/test_invoice.py | tail -5",
      "sed -i '1i # zones' parcels/zones.py && python -m pytest -q",
      "python -m pytest -q",
      "cd services/tracking && python -m pytest -q",
    ]);
    const moved = (text: string) => zoneText(NEW_COUNTRY, text, { linesBefore: 1 });
    expect(heard.map(({ contexts }) => contexts)).toEqual([
      failure(zoneText(NEW_COUNTRY, "python -m pytest")),
      [],
      failure(moved("python -m pytest")),
      [],
      failure(scansText("cd services/tracking && python -m pytest")),
    ]);
    expect(await hookNoise(home)).toEqual([]);
  });

  it("lasts as long as the session, and no longer", async () => {
    const own = await makeInstalledProject();
    const first = await agentRuns(own, ["python -m pytest -q"]);
    const resumed = await agentRuns(own, ["ls", "python -m pytest -q"], { home: first.home, args: ["--continue"] });
    const fresh = await agentRuns(own, ["python -m pytest -q"], { home: first.home });
    const told = failure(zoneText(NEW_COUNTRY, "python -m pytest"));
    expect(resumed.result?.session_id).toBe(first.result?.session_id);
    // The resumed conversation begins with the first turn.
    expect(resumed.heard.map(({ contexts }) => contexts)).toEqual([told, []]);
    expect(fresh.heard.map(({ contexts }) => contexts)).toEqual([told]);
  });

  it("two clients at once in one project are told the same, each once", async () => {
    const commands = ["python -m pytest -q", "python -m pytest -q"];
    const project = await makeInstalledProject();
    const sessions = await Promise.all([agentRuns(project, commands), agentRuns(project, commands)]);
    for (const { heard } of sessions) {
      expect(heard.map(({ contexts }) => contexts)).toEqual([failure(zoneText(NEW_COUNTRY, "python -m pytest")), []]);
    }
  });
});

describe("the traced re-run", () => {
  it("leaves nothing in the project: its files are those of a project without Faultline", async () => {
    const commands = ["python -m pytest -q", "cd services/tracking && python -m pytest -q | tail -1"];
    const own = await makeInstalledProject();
    const bare = await makeProject();
    const { heard } = await agentRuns(own, commands);
    await agentRuns(bare, commands);
    expect(heard.map(({ contexts }) => contexts.length)).toEqual([1, 1]);
    const byFaultline = (entry: string) => entry.startsWith("!! .claude/faultline/local/");
    expect((await leftovers(own)).filter((entry) => !byFaultline(entry))).toEqual(await leftovers(bare));
  });

  it("leaves coverage data as the run of the agent wrote them", async () => {
    const own = await makeInstalledProject();
    const command =
      "python -m pytest -q --cov=parcels; cp .coverage ../coverage-of-the-run; ls -a > ../files-of-the-run";
    const { heard } = await agentRuns(own, [command]);
    expect(heard[0]?.contexts).toEqual([{ event: "PostToolUse", text: zoneText(NEW_COUNTRY, "python -m pytest") }]);
    const kept = await readFile(join(own, "../coverage-of-the-run"));
    expect(kept.equals(await readFile(join(own, ".coverage")))).toBe(true);
    expect(await mustRun(["ls", "-a"], { cwd: own })).toBe(await readFile(join(own, "../files-of-the-run"), "utf8"));
  });

  it("over its deadline: the crash site alone is told, and nothing goes on running", async () => {
    const own = await makeInstalledProject();
    await setConfig(own, { rerunDeadlineSeconds: 2 });
    const { heard, home } = await agentRuns(own, ["python -m pytest -q checks/test_slow_again.py"]);
    expect(heard[0]?.contexts).toEqual(
      failure(
        zoneText(["checks/test_slow_again.py::test_slow_again"], "python -m pytest", {
          measured: false,
          note: "the traced re-run was stopped after 2 s",
          from: 'checks/test_slow_again.py:12 in test_slow_again: assert invoice_line(Address("Rua Augusta 7", "Lisboa", "PT"), 1500) == "Lisboa: 11.70 EUR"',
        }),
      ),
    );
    expect(await hookNoise(home)).toEqual([]);
    expect(await processesIn(own)).toEqual([]);
  });

  it("ends with the client", async () => {
    const own = await makeInstalledProject();
    const client = new AbortController();
    const session = agentRuns(own, ["python -m pytest -q checks/test_slow_again.py"], { signal: client.signal });
    const rerun = async () => (await processesIn(own)).filter((line) => line.includes("faultline_probe"));
    await vi.waitUntil(async () => (await rerun()).length > 0, { timeout: 60_000, interval: 100 });
    client.abort();
    expect((await session).process.ended).toBe("cancelled");
    expect(await processesIn(own)).toEqual([]);
  });

  it("can be switched off: the crash site alone is told", async () => {
    const own = await makeInstalledProject();
    await setConfig(own, { rerun: false });
    const { heard } = await agentRuns(own, ["python -m pytest -q"]);
    expect(heard[0]?.contexts).toEqual(failure(zoneText(NEW_COUNTRY, "python -m pytest", { measured: false })));
  });
});
