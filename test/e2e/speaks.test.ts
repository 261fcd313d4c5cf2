import { beforeAll, describe, expect, it } from "vitest";
import { hookNoise } from "./support/client.ts";
import { NEW_COUNTRY, scansText, zoneText } from "./support/expected.ts";
import { agentRuns, makeInstalledProject, processesIn, setConfig } from "./support/faultline.ts";
import { leftovers, makeProject } from "./support/project.ts";

let project: string;

beforeAll(async () => {
  project = await makeInstalledProject();
});

const failure = (text: string) => [{ event: "PostToolUseFailure", text }];
const success = (text: string) => [{ event: "PostToolUse", text }];

describe("a failing test run in a large repository", () => {
  it("two failures with one cause: one text names both, and the tool's own answer is left as it was", async () => {
    const commands = [".venv/bin/python -m pytest"];
    const [without] = (await agentRuns(await makeProject(), commands)).heard;
    const { heard, home, strangers, process } = await agentRuns(project, commands);
    expect(heard).toEqual([
      {
        results: [{ text: expect.stringMatching(/^Exit code 1\n=+ test session starts/), isError: true }],
        contexts: failure(zoneText(NEW_COUNTRY, ".venv/bin/python -m pytest")),
        rest: [],
      },
    ]);
    expect(steady(heard[0]?.results[0]?.text)).toBe(steady(without?.results[0]?.text));
    expect(without?.contexts).toEqual([]);
    expect(await hookNoise(home)).toEqual([]);
    expect(strangers).toEqual([]);
    expect(process.exitCode).toBe(0);
  });

  it.each([
    "python -m pytest -q 2>&1 | tail -5",
    "python -m pytest -q --tb=short || true",
    'python -m pytest tests/test_invoice.py; echo "exit: $?"',
    "python -m pytest -q --tb=no 2>&1 | grep -E 'FAILED|passed|failed'",
  ])("%s: exit code 0, and the same text", async (command) => {
    const { heard, home } = await agentRuns(project, [command]);
    expect(heard[0]?.results[0]?.isError).toBe(false);
    expect(heard[0]?.contexts).toEqual(success(zoneText(NEW_COUNTRY, "python -m pytest")));
    expect(heard[0]?.rest).toEqual([]);
    expect(await hookNoise(home)).toEqual([]);
  });

  it("uv run pytest: the re-run command keeps the runner", async () => {
    const { heard } = await agentRuns(project, ["uv run pytest -q"], { env: { UV_OFFLINE: "1" } });
    expect(heard[0]?.contexts).toEqual(failure(zoneText(NEW_COUNTRY, "uv run pytest")));
  });

  it("200 KB of output, the summary cut away: the failing tests come from pytest's own cache", async () => {
    const { heard } = await agentRuns(project, ["python -m pytest -s tests/test_labels.py tests/test_invoice.py"]);
    expect(heard[0]?.results[0]?.text).toMatch(/^Exit code 1\n[\s\S]*characters truncated/);
    expect(heard[0]?.results[0]?.text).not.toContain("FAILED");
    expect(heard[0]?.contexts).toEqual(failure(zoneText(NEW_COUNTRY, "python -m pytest")));
  });

  it("200 KB of output of a command that succeeds: the client's file with all of it is read", async () => {
    const { heard } = await agentRuns(project, [
      "python -m pytest -s tests/test_labels.py tests/test_invoice.py || true",
    ]);
    expect(heard[0]?.contexts).toEqual(success(zoneText(NEW_COUNTRY, "python -m pytest")));
  });

  it("models that take reminders inside the tool's answer are told the same", async () => {
    const { heard } = await agentRuns(project, ["python -m pytest -q"], { args: ["--model", "claude-sonnet-4-5"] });
    expect(heard[0]?.contexts).toEqual(failure(zoneText(NEW_COUNTRY, "python -m pytest")));
    expect(heard[0]?.results[0]?.text).toMatch(/2 failed, 5 passed in [\d.]+s$/);
  });
});

describe("a failing test run in a subfolder", () => {
  it("cd sub && pytest, which fails and leaves the shell where it was", async () => {
    const { heard } = await agentRuns(project, ["cd services/tracking && python -m pytest"]);
    expect(heard[0]?.contexts).toEqual(failure(scansText("cd services/tracking && python -m pytest")));
  });

  it("cd sub && pytest behind a pipe, which leaves the shell in the subfolder", async () => {
    const { heard } = await agentRuns(project, ["cd services/tracking && python -m pytest 2>&1 | tail -3"]);
    expect(heard[0]?.contexts).toEqual(success(scansText("python -m pytest")));
  });

  it("pytest, in the folder to which an earlier command went", async () => {
    const { heard } = await agentRuns(project, ["cd services/tracking", "python -m pytest -q --tb=line"]);
    expect(heard.map(({ contexts }) => contexts)).toEqual([[], failure(scansText("python -m pytest"))]);
  });

  it("a subshell, which leaves the shell where it was", async () => {
    const { heard } = await agentRuns(project, ["(cd services/tracking && python -m pytest -q --tb=no) || true"]);
    expect(heard[0]?.contexts).toEqual(success(scansText("cd services/tracking && python -m pytest")));
  });
});

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

  it("two clients at once in one project are told the same, each once", async () => {
    const commands = ["python -m pytest -q", "python -m pytest -q"];
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
    expect(await leftovers(own)).toEqual([...(await leftovers(bare)), LOCAL].sort());
  });

  it("over its deadline: the crash site alone is told, and nothing goes on running", async () => {
    const own = await makeInstalledProject();
    await setConfig(own, { rerunDeadlineSeconds: 2 });
    const { heard, home } = await agentRuns(own, ["python -m pytest -q checks/test_slow_again.py"]);
    expect(heard[0]?.contexts).toEqual(
      failure(zoneText(["checks/test_slow_again.py::test_slow_again"], "python -m pytest", { origin: false })),
    );
    expect(await hookNoise(home)).toEqual([]);
    expect(await processesIn(own)).toEqual([]);
  });

  it("ends with the client", async () => {
    const own = await makeInstalledProject();
    const session = await agentRuns(own, ["python -m pytest -q checks/test_slow_again.py"], { deadline: 5000 });
    expect(session.process.ended).toBe("deadline");
    expect(await processesIn(own)).toEqual([]);
  });

  it("can be switched off: the crash site alone is told", async () => {
    const own = await makeInstalledProject();
    await setConfig(own, { rerun: false });
    const { heard } = await agentRuns(own, ["python -m pytest -q"]);
    expect(heard[0]?.contexts).toEqual(failure(zoneText(NEW_COUNTRY, "python -m pytest", { origin: false })));
  });
});

/** A test run's output without what differs from one run to the next. */
function steady(text: string | undefined): string | undefined {
  return text
    ?.replace(/0x[0-9a-f]+/g, "0x")
    .replace(/ in [\d.]+s =+/g, "")
    .replace(/^rootdir: .*$/m, "rootdir");
}

/** What the installation keeps for this machine alone, ignored by git. */
const LOCAL: string[] = [];
