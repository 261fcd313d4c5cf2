import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { hookNoise } from "./support/client.ts";
import { agentRuns, makeInstalledProject, whySilent } from "./support/faultline.ts";
import { heardWithPrompt } from "./support/heard.ts";
import { bash } from "./support/model.ts";
import { commitAll } from "./support/project.ts";

let project: string;

beforeAll(async () => {
  project = await makeInstalledProject();
  await writeFile(
    join(project, "last-run.txt"),
    "FAILED tests/test_invoice.py::test_home - KeyError: 'x'\n1 failed in 0.1s\n",
  );
  await commitAll(project, "Keep a run");
});

/** The project is large enough, and these commands have nothing that Faultline could explain. */
describe("nothing reaches the model", () => {
  it("though a failing run of the same project is explained", async () => {
    const { heard } = await agentRuns(project, ["python -m pytest"]);
    expect(heard[0]?.contexts[0]?.text).toContain("parcels/pricing.py:17 in freight");
  });

  it("at the gate, before node starts, where there is no sign of a failed test run", async () => {
    const { heard, home } = await agentRuns(project, [
      "python -m pytest -q tests/test_zones.py",
      "ls tests",
      "ls no-such-folder",
      "grep -rn pytest pyproject.toml",
      "git status",
    ]);
    expect(heard.map(({ contexts, rest }) => [contexts, rest])).toEqual(Array(5).fill([[], []]));
    expect(await hookNoise(home)).toEqual([]);
    expect(await whySilent(home)).toBe("gate");
  });

  it.each([
    ["passing-run", "a passing run with 200 KB of output", "python -m pytest -s tests/test_labels.py"],
    ["not-a-test-run", "another command that prints a test run", "cat last-run.txt"],
    ["not-a-test-run", "another command that fails and prints a test run", "cat last-run.txt no-such-file"],
    ["passing-run", "a file that is not there", "python -m pytest tests/test_none.py"],
    ["passing-run", "no test selected", "python -m pytest -k no_such_name"],
    ["bare-assertion", "a bare assertion of the test itself", "python -m pytest checks/test_bare.py"],
    ["named-by-output", "a syntax error that the output names", "python -m pytest checks/test_broken.py"],
    ["not-a-test-run", "a test run that does not start", "no-such-python -m pytest"],
  ])("by the rule %s: %s: %s", async (rule, _, command) => {
    const { heard, home } = await agentRuns(project, [command]);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ contexts: [], rest: [] });
    expect(await hookNoise(home)).toEqual([]);
    expect(await whySilent(home)).toBe(rule);
  });

  it("a run in the background, and the notification of its end", async () => {
    const calls = [bash("python -m pytest -q", { run_in_background: true })];
    const { heard, home } = await agentRuns(project, [], { script: [{ calls }, { calls: [bash("sleep 2")] }] });
    expect(heard.map(({ contexts }) => contexts)).toEqual([[], []]);
    expect(await hookNoise(home)).toEqual([]);
  });

  it("a run that goes on in the background after its time is up", async () => {
    const calls = [bash("python -m pytest -q; sleep 4", { timeout: 3000 })];
    const { heard, home } = await agentRuns(project, [], { script: [{ calls }] });
    expect(heard.map(({ contexts }) => contexts)).toEqual([[]]);
    expect(await whySilent(home)).toBe("unfinished-command");
  });

  it.each([
    ["of few files", { files: 0, lines: 0 }],
    // Faultline's own files in it do not make it larger.
    ["of almost enough files", { files: 75, lines: 200 }],
    ["of many short files", { files: 150, lines: 30 }],
  ])("a small repository %s", async (_, fillers) => {
    const small = await makeInstalledProject({ fillers });
    const { heard, requests, home } = await agentRuns(
      small,
      ["python -m pytest", "cd services/tracking && python -m pytest | tail -3"],
      {
        prompt: "Fix the failing test.",
      },
    );
    expect(heard.map(({ contexts }) => contexts)).toEqual([[], []]);
    expect(heardWithPrompt(requests).contexts).toEqual([]);
    expect(await whySilent(home)).toBe("small-repository");
    expect(await hookNoise(home)).toEqual([]);
  });
});
