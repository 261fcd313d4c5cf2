import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { hookNoise } from "./support/client.ts";
import { NEW_COUNTRY, scansText, zoneText } from "./support/expected.ts";
import { agentRuns, makeInstalledProject, setConfig } from "./support/faultline.ts";
import { makeProject } from "./support/project.ts";

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
    const { heard, home, process } = await agentRuns(project, commands);
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
    // The end of the run, which counts the failures, is not here.
    const text = zoneText(NEW_COUNTRY, "python -m pytest").replace("(2 tests", "(at least 2 tests");
    expect(heard[0]?.contexts).toEqual(failure(text));
  });

  it("200 KB of output of a command that succeeds: the client's file with all of it is read", async () => {
    const { heard } = await agentRuns(project, [
      "python -m pytest -s tests/test_labels.py tests/test_invoice.py || true",
    ]);
    expect(heard[0]?.contexts).toEqual(success(zoneText(NEW_COUNTRY, "python -m pytest")));
  });

  it("forty failures with long names and cut output: one cause, at most 2,048 bytes, whole lines", async () => {
    const { heard } = await agentRuns(project, ["python -m pytest -q checks/test_many.py"]);
    const [told, ...others] = heard[0]?.contexts ?? [];
    expect(others).toEqual([]);
    const { text } = told ?? { text: "" };
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    expect(text).not.toContain("\uFFFD");
    const lines = text.split("\n");
    expect(lines[0]).toBe("Faultline: AttributeError: 'NoneType' object has no attribute 'base_cents'");
    // The client cut the output, so that not all forty are seen.
    expect(lines[1]).toMatch(/^in checks\/test_many\.py::.*, and \d+ more \(at least \d+ tests, one cause\)$/);
    expect(lines).toContain(">22     found = None");
    expect(lines).toContain(">17     return zone.base_cents + zone.cents_per_kilo * shipment.kilos");
    expect(lines.at(-1)).toMatch(/^Re-run: python -m pytest .*'$/);
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

describe("other ways to start the tests", () => {
  it("are understood, and the re-run command keeps them", async () => {
    const own = await makeInstalledProject();
    await setConfig(own, { disabledSilenceRules: ["already-explained"] });
    await writeFile(join(own, "Makefile"), "check:\n\tpython -m pytest -q\n");
    const { heard } = await agentRuns(own, [
      "source .venv/bin/activate && pytest -q",
      "DEBUG=1 timeout 60 python -m pytest -x -q -k new_country",
      "bash -c 'python -m pytest -q'",
      "make check",
      "python -m pytest -q > out.txt 2>&1; tail -3 out.txt; rm out.txt",
      "python -m pytest -q 2>&1 >/dev/null",
      "python -m pytest -q -n 2",
    ]);
    expect(heard.map(({ contexts }) => contexts)).toEqual([
      failure(zoneText(NEW_COUNTRY, ". .venv/bin/activate && pytest")),
      failure(zoneText(NEW_COUNTRY.slice(0, 1), "DEBUG=1 python -m pytest", { options: "-k new_country " })),
      failure(zoneText(NEW_COUNTRY, "python -m pytest")),
      failure(zoneText(NEW_COUNTRY, ".venv/bin/python -m pytest")),
      success(zoneText(NEW_COUNTRY, "python -m pytest")),
      failure(zoneText(NEW_COUNTRY, "python -m pytest")),
      failure(zoneText(NEW_COUNTRY, "python -m pytest")),
    ]);
  });
});

/** A test run's output without what differs from one run to the next. */
function steady(text: string | undefined): string | undefined {
  return text
    ?.replace(/0x[0-9a-f]+/g, "0x")
    .replace(/ in [\d.]+s =+/g, "")
    .replace(/^rootdir: .*$/m, "rootdir");
}
